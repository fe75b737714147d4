// SPDX-License-Identifier: Apache-2.0
// b_transport, debug and DMI through the bus, and what it answers to requests that it cannot serve: an error response,
// never an abort.
#include <algorithm>
#include <cstring>
#include <functional>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <isochron/bus/pci_bus.h>
#include <isochron/core/simulation.h>
#include <isochron/protocol/bus_receiver.h>

namespace isochron::testbench {
namespace {

constexpr std::uint64_t memory_base = 0x1000;   ///< 4 KiB: window 0
constexpr std::uint64_t bridge_base = 0x10000;  ///< 64 KiB: window 1
constexpr unsigned capacity = 256;              ///< the longest message that the fabric behind the bridge carries

class Memory final : public sc_core::sc_module, private AtTargetClient {
 public:
  Memory(const sc_core::sc_module_name& name, const Domain& domain)
      : sc_module(name), socket("socket", domain, *this), bytes_(0x1000) {}
  AtTarget socket;

 private:
  void on_request(AtTarget&, Payload& payload, Time) override {
    access(payload);
    socket.ready(payload);
  }
  void on_complete(AtTarget&, Payload&, Time) override {}
  unsigned on_debug(AtTarget&, Payload& payload) override {
    access(payload);
    return payload.get_data_length();
  }
  void access(Payload& payload) {
    unsigned char* const here = bytes_.data() + (payload.get_address() - memory_base);
    if (payload.is_read()) std::memcpy(payload.get_data_ptr(), here, payload.get_data_length());
    if (payload.is_write()) std::memcpy(here, payload.get_data_ptr(), payload.get_data_length());
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
  std::vector<unsigned char> bytes_;
};

/// What comes out of the bridge's port.
class Drain final : public OutputPort {
 public:
  Drain() : OutputPort(1, BufferFreed::on_send) {}
  std::string path() const override { return "drain"; }
  std::vector<std::string> messages;

 private:
  void head_arrived(Time now) override {
    Payload& payload = pop_head(now);
    messages.emplace_back(reinterpret_cast<const char*>(payload.get_data_ptr()), payload.get_data_length());
    payload.release();
    buffers_.release(now);
  }
};

/// How a request is made.
enum class Way { blocking, non_blocking };

/// A thread that makes requests through a plain socket (a third party's) or through our AtInitiator, one at a time.
class Caller final : public sc_core::sc_module, private tlm::tlm_bw_transport_if<>, private AtInitiatorClient {
 public:
  Caller(const sc_core::sc_module_name& name, const Domain& domain, Way way, std::function<void(Caller&)> work)
      : sc_module(name),
        plain("plain"),
        ours("ours", domain, *this),
        domain_(domain),
        way_(way),
        work_(std::move(work)) {
    plain.bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
    SC_HAS_PROCESS(Caller);
    SC_THREAD(run);
  }
  tlm::tlm_initiator_socket<> plain;
  AtInitiator ours;
  bool finished = false;

  /// Makes a request of `text` bytes (read: into `text`), after `change`, and returns the name of the response.
  std::string request(
      tlm::tlm_command command, std::uint64_t address, std::string& text,
      const std::function<void(Payload&)>& change = [](Payload&) {}) {
    if (way_ == Way::non_blocking) return request_ours(command, address, text, change);
    Payload payload;
    prepare(payload, command, address, text);
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(text.data()));
    change(payload);
    sc_core::sc_time delay = annotation;
    plain->b_transport(payload, delay);
    EXPECT_EQ(delay, sc_core::SC_ZERO_TIME);
    return payload.get_response_string();
  }
  sc_core::sc_time annotation;  ///< of blocking requests

 private:
  void run() {
    work_(*this);
    finished = true;
  }
  static void prepare(Payload& payload, tlm::tlm_command command, std::uint64_t address, const std::string& text) {
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_length(static_cast<unsigned>(text.size()));
    payload.set_streaming_width(static_cast<unsigned>(text.size()));
    payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  }
  std::string request_ours(tlm::tlm_command command, std::uint64_t address, std::string& text,
                           const std::function<void(Payload&)>& change) {
    Message& message = domain_.pool.allocate(address, 0);
    unsigned char* const buffer = message.get_data_ptr();
    prepare(message, command, address, text);
    std::memcpy(buffer, text.data(), std::min<std::size_t>(text.size(), capacity));
    change(message);
    domain_.region.advance(kernel_now());
    answered_ = false;
    ours.send(message);
    while (!answered_) wait(answer_.event());
    text.assign(reinterpret_cast<const char*>(buffer), std::min<std::size_t>(text.size(), capacity));
    message.release();
    return response_;
  }
  void on_accepted(AtInitiator&, Payload&, Time) override {}
  void on_response(AtInitiator&, Payload& payload, Time now) override {
    response_ =
        payload.get_response_string();  // now: with complete() a bridge takes a payload of ours on, status included
    payload.set_byte_enable_ptr(nullptr);
    ours.complete(payload);
    answered_ = true;
    domain_.region.notify(answer_, now);
  }
  tlm::tlm_sync_enum nb_transport_bw(Payload&, tlm::tlm_phase&, sc_core::sc_time&) override {
    return tlm::TLM_COMPLETED;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

  Domain domain_;
  Way way_;
  std::function<void(Caller&)> work_;
  bool answered_ = false;
  std::string response_;
  KernelEvent answer_{"answer"};
};

/// A bus with a memory, a bridge and one caller.
struct Bench {
  Bench(Phases phases, Way way, std::function<void(Caller&)> work)
      : domain{region, pool, phases},
        bus("bus", domain, PciConfig(), PciBus::Model::fast, 2, 2),
        memory("memory", domain),
        bridge("bridge", domain, drain),
        caller("caller", domain, way, std::move(work)) {
    caller.plain.bind(bus.device(0));
    caller.ours.bind(bus.device(1));
    bus.window(0).bind(memory.socket);
    bus.window(1).bind(bridge.receiver.socket);
    bus.map(memory_base, memory_base + 0xfff, 0);
    bus.map(bridge_base, bridge_base + 0xffff, 1);
  }
  void run() {
    simulate_to(region, millisecond);
    EXPECT_TRUE(caller.finished);
    EXPECT_EQ(pool.outstanding(), 0u);
  }

  struct Bridge final : sc_core::sc_module {
    Bridge(const sc_core::sc_module_name& name, const Domain& domain, Drain& drain)
        : sc_module(name), way(drain), receiver("window", domain, way) {}
    OneWay way;
    BusReceiver receiver;
  };

  Region region{"region"};
  MessagePool pool{capacity};
  Domain domain;
  PciBus bus;
  Memory memory;
  Drain drain;
  Bridge bridge;
  Caller caller;
};

class Errors : public testing::TestWithParam<std::tuple<Phases, Way>> {
 protected:
  /// Runs `work` and, after it, a write and read that must work: an error must leave nothing behind.
  void run(const std::function<void(Caller&)>& work) {
    Bench bench(std::get<0>(GetParam()), std::get<1>(GetParam()), [&](Caller& caller) {
      work(caller);
      std::string text = "as well as ever!";
      EXPECT_EQ(caller.request(tlm::TLM_WRITE_COMMAND, memory_base, text), "TLM_OK_RESPONSE");
      text.assign(16, ' ');
      EXPECT_EQ(caller.request(tlm::TLM_READ_COMMAND, memory_base, text), "TLM_OK_RESPONSE");
      EXPECT_EQ(text, "as well as ever!");
      EXPECT_EQ(caller.request(tlm::TLM_WRITE_COMMAND, bridge_base, text), "TLM_OK_RESPONSE");
    });
    bench.run();
    EXPECT_EQ(bench.drain.messages, std::vector<std::string>{"as well as ever!"});
  }
};

std::string name_of(const testing::TestParamInfo<std::tuple<Phases, Way>>& info) {
  return std::string(std::get<0>(info.param) == Phases::shortcut ? "Shortcut" : "Explicit") +
         (std::get<1>(info.param) == Way::blocking ? "Blocking" : "NonBlocking");
}

INSTANTIATE_TEST_SUITE_P(Ways, Errors,
                         testing::Combine(testing::Values(Phases::shortcut, Phases::explicit_four),
                                          testing::Values(Way::blocking, Way::non_blocking)),
                         name_of);

constexpr tlm::tlm_command read = tlm::TLM_READ_COMMAND;
constexpr tlm::tlm_command write = tlm::TLM_WRITE_COMMAND;

TEST_P(Errors, noneLeavesTheBusAsItWas) {
  run([](Caller&) {});
}

TEST_P(Errors, anAddressOfNobody) {
  run([](Caller& caller) {
    std::string text(8, 'x');
    EXPECT_EQ(caller.request(write, 0, text), "TLM_ADDRESS_ERROR_RESPONSE");
    EXPECT_EQ(caller.request(read, ~std::uint64_t{0}, text), "TLM_ADDRESS_ERROR_RESPONSE");
  });
}

TEST_P(Errors, aTransferAcrossTheEndOfAWindow) {
  run([](Caller& caller) {
    std::string text(8, 'x');
    EXPECT_EQ(caller.request(write, memory_base + 0xffc, text), "TLM_ADDRESS_ERROR_RESPONSE");
    EXPECT_EQ(caller.request(write, memory_base - 4, text), "TLM_ADDRESS_ERROR_RESPONSE");
  });
}

TEST_P(Errors, aTransferOfNothing) {
  run([](Caller& caller) {
    std::string nothing;
    EXPECT_EQ(caller.request(write, memory_base, nothing), "TLM_BURST_ERROR_RESPONSE");
    EXPECT_EQ(caller.request(read, bridge_base, nothing), "TLM_BURST_ERROR_RESPONSE");
  });
}

TEST_P(Errors, aReadOfABridge) {
  run([](Caller& caller) {
    std::string text(8, 'x');
    EXPECT_EQ(caller.request(read, bridge_base, text), "TLM_COMMAND_ERROR_RESPONSE");
    EXPECT_EQ(text, "xxxxxxxx");
  });
}

TEST_P(Errors, anIgnoreCommandToABridge) {
  run([](Caller& caller) {
    std::string text(8, 'x');
    EXPECT_EQ(caller.request(tlm::TLM_IGNORE_COMMAND, bridge_base, text), "TLM_COMMAND_ERROR_RESPONSE");
  });
}

TEST_P(Errors, byteEnablesToABridge) {
  run([](Caller& caller) {
    std::string text(8, 'x');
    unsigned char enable = 0xff;
    EXPECT_EQ(caller.request(write, bridge_base, text,
                             [&](Payload& payload) {
                               payload.set_byte_enable_ptr(&enable);
                               payload.set_byte_enable_length(1);
                             }),
              "TLM_BYTE_ENABLE_ERROR_RESPONSE");
  });
}

TEST_P(Errors, aMessageThatTheFabricCannotCarry) {
  run([](Caller& caller) {
    std::string text(capacity + 1, 'x');
    EXPECT_EQ(caller.request(write, bridge_base, text), "TLM_BURST_ERROR_RESPONSE");
  });
}

// 16 B are a slice, 240 ns; an annotated delay comes before it.
TEST(BlockingTransport, takesTheTimeOfTheBus) {
  Bench bench(Phases::shortcut, Way::blocking, [](Caller& caller) {
    std::string text(16, 'x');
    EXPECT_EQ(caller.request(write, memory_base, text), "TLM_OK_RESPONSE");
    EXPECT_EQ(kernel_now(), 240 * nanosecond);
    caller.annotation = sc_core::sc_time(100, sc_core::SC_NS);
    EXPECT_EQ(caller.request(write, memory_base, text), "TLM_OK_RESPONSE");
    EXPECT_EQ(kernel_now(), 580 * nanosecond);
  });
  bench.run();
}

TEST(Debug, readsAndWritesWithoutTime) {
  Bench bench(Phases::shortcut, Way::blocking, [](Caller& caller) {
    const auto debug = [&](tlm::tlm_command command, std::uint64_t address, std::string& text) {
      Payload payload;
      payload.set_command(command);
      payload.set_address(address);
      payload.set_data_ptr(reinterpret_cast<unsigned char*>(text.data()));
      payload.set_data_length(static_cast<unsigned>(text.size()));
      return caller.plain->transport_dbg(payload);
    };
    std::string text = "written by debug";
    EXPECT_EQ(debug(write, memory_base + 8, text), 16u);
    text.assign(16, ' ');
    EXPECT_EQ(debug(read, memory_base + 8, text), 16u);
    EXPECT_EQ(text, "written by debug");
    EXPECT_EQ(debug(read, 0, text), 0u);
    EXPECT_EQ(debug(read, bridge_base, text), 0u);
    EXPECT_EQ(kernel_now(), 0u);
  });
  bench.run();
}

// Refused for all addresses at once, so that nobody asks again, and without a grant of any access.
TEST(Dmi, isRefused) {
  Bench bench(Phases::shortcut, Way::blocking, [](Caller& caller) {
    Payload payload;
    payload.set_read();
    payload.set_address(memory_base);
    tlm::tlm_dmi dmi;
    EXPECT_FALSE(caller.plain->get_direct_mem_ptr(payload, dmi));
    EXPECT_TRUE(dmi.is_none_allowed());
    EXPECT_EQ(dmi.get_start_address(), 0u);
    EXPECT_EQ(dmi.get_end_address(), ~sc_dt::uint64{0});
  });
  bench.run();
}

/// Several threads that use b_transport of one socket at once.
class Crowd final : public sc_core::sc_module, private tlm::tlm_bw_transport_if<> {
 public:
  explicit Crowd(const sc_core::sc_module_name& name) : sc_module(name) {
    socket.bind(*this);
    SC_HAS_PROCESS(Crowd);
    SC_THREAD(first);
    SC_THREAD(second);
    SC_THREAD(third);
  }
  tlm::tlm_initiator_socket<> socket{"socket"};
  unsigned good = 0;

 private:
  void first() { transfer_all(memory_base); }
  void second() { transfer_all(memory_base + 0x100); }
  void third() { transfer_all(memory_base + 0x200); }
  void transfer_all(std::uint64_t address) {
    for (std::uint32_t n = 0; n < 20; ++n) {
      std::uint32_t word = static_cast<std::uint32_t>(address) + n;
      transfer(tlm::TLM_WRITE_COMMAND, address, word);
      std::uint32_t back = 0;
      transfer(tlm::TLM_READ_COMMAND, address, back);
      if (back == word) ++good;
    }
  }
  void transfer(tlm::tlm_command command, std::uint64_t address, std::uint32_t& word) {
    Payload payload;
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(&word));
    payload.set_data_length(4);
    payload.set_streaming_width(4);
    sc_core::sc_time delay;
    socket->b_transport(payload, delay);
    EXPECT_TRUE(payload.is_response_ok());
  }
  tlm::tlm_sync_enum nb_transport_bw(Payload&, tlm::tlm_phase&, sc_core::sc_time&) override {
    return tlm::TLM_COMPLETED;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
};

TEST(BlockingTransport, ofSeveralThreadsTakesTurns) {
  Region region("region");
  MessagePool pool(capacity);
  const Domain domain{region, pool, Phases::shortcut};
  PciBus bus("bus", domain, PciConfig(), PciBus::Model::fast, 1, 1);
  Memory memory("memory", domain);
  Crowd crowd("crowd");
  crowd.socket.bind(bus.device(0));
  bus.window(0).bind(memory.socket);
  bus.map(memory_base, memory_base + 0xfff, 0);
  simulate_to(region, millisecond);
  EXPECT_EQ(crowd.good, 60u);
  // One at a time: 120 transfers of a slice, without a change between.
  EXPECT_EQ(bus.busy().total(millisecond), 120 * 240 * nanosecond);
  EXPECT_EQ(bus.contended().total(millisecond), 0u);
}

}  // namespace
}  // namespace isochron::testbench
