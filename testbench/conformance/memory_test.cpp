// SPDX-License-Identifier: Apache-2.0
// Memory as a target of the base protocol, behind a bus: contents, byte enables, bursts, errors, debug access.
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <isochron/bus/fifo_bus.h>
#include <isochron/core/simulation.h>
#include <isochron/host/memory.h>

namespace isochron::testbench {
namespace {

using testing::ElementsAre;
using Bytes = std::vector<unsigned char>;

/// A third party's blocking master, one access after another.
class Program final : public sc_core::sc_module {
 public:
  explicit Program(const sc_core::sc_module_name& name) : sc_module(name), socket("socket") {
    SC_HAS_PROCESS(Program);
    SC_THREAD(run);
  }
  tlm_utils::simple_initiator_socket<Program> socket;
  std::function<void()> text;

  tlm::tlm_response_status access(tlm::tlm_command command, std::uint64_t address, Bytes& data,
                                  const Bytes& enables = {}, unsigned width = 0) {
    Described payload(command, address, data);
    Bytes mask = enables;
    if (!mask.empty()) {
      payload.set_byte_enable_ptr(mask.data());
      payload.set_byte_enable_length(static_cast<unsigned>(mask.size()));
    }
    if (width > 0) payload.set_streaming_width(width);
    sc_core::sc_time delay;
    socket->b_transport(payload, delay);
    return payload.get_response_status();
  }
  tlm::tlm_response_status write(std::uint64_t address, Bytes data, const Bytes& enables = {}, unsigned width = 0) {
    return access(tlm::TLM_WRITE_COMMAND, address, data, enables, width);
  }
  Bytes read(std::uint64_t address, std::size_t length, const Bytes& enables = {}) {
    Bytes data(length, 0xee);
    EXPECT_EQ(access(tlm::TLM_READ_COMMAND, address, data, enables), tlm::TLM_OK_RESPONSE);
    return data;
  }
  unsigned debug(tlm::tlm_command command, std::uint64_t address, Bytes& data) {
    Described payload(command, address, data);
    return socket->transport_dbg(payload);
  }

 private:
  struct Described : Payload {
    Described(tlm::tlm_command command, std::uint64_t address, Bytes& data) {
      set_command(command);
      set_address(address);
      set_data_ptr(data.data());
      set_data_length(static_cast<unsigned>(data.size()));
      set_streaming_width(static_cast<unsigned>(data.size()));
    }
  };
  void run() { text(); }
};

/// 16 KiB from 0x1000 on, behind a bus that knows of 16 KiB more.
class MemoryBehindABus : public testing::TestWithParam<Phases> {
 protected:
  static constexpr std::uint64_t first = 0x1000;
  static constexpr std::uint64_t size = 0x4000;

  void run(std::function<void()> text) {
    bus.map(first, first + 2 * size - 1, 0);
    bus.window(0).bind(memory.socket);
    program.socket.bind(bus.device(0));
    bool ran = false;
    program.text = [&] {
      text();
      ran = true;
    };
    simulate_to(region, second);
    EXPECT_TRUE(ran);
    EXPECT_FALSE(bus.busy().inside());
  }

  static std::unique_ptr<RatedTransfers> timing() {
    const Rate rate = Rate::bits_per_second(8 * 40'000'000);
    return std::make_unique<RatedTransfers>(std::vector<RatedTransfers::Rates>{{rate, rate}});
  }

  Region region{"region"};
  MessagePool pool{4};
  Domain domain{region, pool, GetParam()};
  FifoBus bus{"bus", domain, timing(), 0, 1, 1};
  Memory memory{"memory", domain, first, size, Memory::Content::kept};
  Program program{"program"};
};
INSTANTIATE_TEST_SUITE_P(Styles, MemoryBehindABus, testing::Values(Phases::shortcut, Phases::explicit_four),
                         [](const testing::TestParamInfo<Phases>& tested) {
                           return tested.param == Phases::shortcut ? "shortcut" : "explicit";
                         });

TEST_P(MemoryBehindABus, keepsWhatIsWritten) {
  run([&] {
    EXPECT_EQ(program.write(first + 5, {1, 2, 3}), tlm::TLM_OK_RESPONSE);
    EXPECT_THAT(program.read(first + 4, 5), ElementsAre(0, 1, 2, 3, 0));  // zero where nothing was
  });
  EXPECT_EQ(memory.bytes_written(), 3u);
  EXPECT_EQ(memory.bytes_read(), 5u);
}

// A burst over three pages; catches one that ends, or begins anew, at the end of a page.
TEST_P(MemoryBehindABus, burstsCrossItsPages) {
  Bytes burst(9000);
  for (std::size_t i = 0; i < burst.size(); ++i) burst[i] = static_cast<unsigned char>(i * 7 + i / 256);
  run([&] {
    EXPECT_EQ(program.write(first + 100, burst), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(program.read(first + 100, burst.size()), burst);
    EXPECT_THAT(program.read(first + 99, 1), ElementsAre(0));
    EXPECT_THAT(program.read(first + 9100, 1), ElementsAre(0));
  });
}

// The mask repeats (clause 14.14). Disabled bytes stay as they are in memory, and in the master's buffer.
TEST_P(MemoryBehindABus, honoursByteEnables) {
  const Bytes mask = {TLM_BYTE_ENABLED, TLM_BYTE_DISABLED, TLM_BYTE_DISABLED};
  run([&] {
    EXPECT_EQ(program.write(first, {1, 2, 3, 4, 5, 6, 7}), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(program.write(first, {11, 12, 13, 14, 15, 16, 17}, mask), tlm::TLM_OK_RESPONSE);
    EXPECT_THAT(program.read(first, 7), ElementsAre(11, 2, 3, 14, 5, 6, 17));
    EXPECT_THAT(program.read(first, 4, mask), ElementsAre(11, 0xee, 0xee, 14));
  });
}

// The bus knows the first address, the memory does not; the last byte is one too far; the bus does not know it.
TEST_P(MemoryBehindABus, answersBadAddressesWithAnError) {
  run([&] {
    EXPECT_EQ(program.write(first + size, {1}), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(program.write(first + size - 3, {1, 2, 3, 4}), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(program.write(0, {1}), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_THAT(program.read(first + size - 3, 3), ElementsAre(0, 0, 0));  // nothing of it was written
  });
  EXPECT_EQ(memory.bytes_written(), 0u);
}

TEST_P(MemoryBehindABus, refusesAStreamingWidthBelowTheLength) {
  run([&] { EXPECT_EQ(program.write(first, {1, 2, 3, 4}, {}, 2), tlm::TLM_BURST_ERROR_RESPONSE); });
}

TEST_P(MemoryBehindABus, refusesATransferOfNothing) {
  run([&] { EXPECT_EQ(program.write(first, {}), tlm::TLM_BURST_ERROR_RESPONSE); });
}

// Without time; as much as there is, 0 for what there is not.
TEST_P(MemoryBehindABus, canBeLookedAt) {
  run([&] {
    const sc_core::sc_time before = sc_core::sc_time_stamp();
    Bytes data = {7, 8, 9, 10};
    EXPECT_EQ(program.debug(tlm::TLM_WRITE_COMMAND, first + size - 3, data), 3u);
    Bytes seen(4, 0xee);
    EXPECT_EQ(program.debug(tlm::TLM_READ_COMMAND, first + size - 3, seen), 3u);
    EXPECT_THAT(seen, ElementsAre(7, 8, 9, 0xee));
    EXPECT_EQ(program.debug(tlm::TLM_READ_COMMAND, first + size, seen), 0u);
    EXPECT_EQ(program.debug(tlm::TLM_READ_COMMAND, 0, seen), 0u);
    EXPECT_EQ(sc_core::sc_time_stamp(), before);
    EXPECT_THAT(program.read(first + size - 3, 3), ElementsAre(7, 8, 9));
  });
  EXPECT_EQ(memory.bytes_written(), 0u);
}

// 1000 B at 40 MB/s: 25 us; the memory's own time is none.
TEST_P(MemoryBehindABus, takesTheTimeOfItsBus) {
  run([&] {
    program.write(first, Bytes(1000));
    EXPECT_EQ(kernel_now(), 25 * microsecond);
    program.read(first, 1000);
    EXPECT_EQ(kernel_now(), 50 * microsecond);
  });
  EXPECT_EQ(bus.busy().total(second), 50 * microsecond);
}

}  // namespace
}  // namespace isochron::testbench
