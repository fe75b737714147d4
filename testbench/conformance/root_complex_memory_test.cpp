// SPDX-License-Identifier: Apache-2.0
// The memory behind the port `bus` of a root complex, as a third party's program with blocking calls sees it: contents,
// errors, debug access and direct memory.
#include <functional>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <isochron/core/simulation.h>
#include <isochron/pcie/root_complex.h>

namespace isochron::testbench {
namespace {

using testing::ElementsAre;
using Bytes = std::vector<unsigned char>;

/// A third party's blocking master.
class Program final : public sc_core::sc_module {
 public:
  explicit Program(const sc_core::sc_module_name& name) : sc_module(name), socket("socket") {
    SC_HAS_PROCESS(Program);
    SC_THREAD(run);
  }
  tlm_utils::simple_initiator_socket<Program> socket;
  std::function<void()> text;

  tlm::tlm_response_status access(tlm::tlm_command command, std::uint64_t address, Bytes& data, unsigned width = 0) {
    Payload payload;
    describe(payload, command, address, data);
    if (width > 0) payload.set_streaming_width(width);
    sc_core::sc_time delay;
    socket->b_transport(payload, delay);
    return payload.get_response_status();
  }
  tlm::tlm_response_status write(std::uint64_t address, Bytes data, unsigned width = 0) {
    return access(tlm::TLM_WRITE_COMMAND, address, data, width);
  }
  Bytes read(std::uint64_t address, std::size_t length) {
    Bytes data(length, 0xee);
    EXPECT_EQ(access(tlm::TLM_READ_COMMAND, address, data), tlm::TLM_OK_RESPONSE);
    return data;
  }
  unsigned debug(tlm::tlm_command command, std::uint64_t address, Bytes& data) {
    Payload payload;
    describe(payload, command, address, data);
    return socket->transport_dbg(payload);
  }

 private:
  static void describe(Payload& payload, tlm::tlm_command command, std::uint64_t address, Bytes& data) {
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(data.data());
    payload.set_data_length(static_cast<unsigned>(data.size()));
    payload.set_streaming_width(static_cast<unsigned>(data.size()));
  }
  void run() { text(); }
};

class ProgramOfAHost : public testing::TestWithParam<Phases> {
 protected:
  static constexpr std::uint64_t first = 0x1000;
  static constexpr std::uint64_t size = 0x4000;

  static RootComplexConfig without_devices() {
    RootComplexConfig config;
    config.ports = 0;
    return config;
  }
  void run(const std::function<void()>& text) {
    program.socket.bind(root.bus());
    bool ran = false;
    program.text = [&] {
      text();
      ran = true;
    };
    simulate_to(region, second);
    EXPECT_TRUE(ran);
  }

  Region region{"region"};
  MessagePool pool{4};
  RequestBoard requests;
  RootComplex root{"root",
                   Domain{region, pool, GetParam()},
                   without_devices(),
                   0,
                   requests,
                   1,
                   RootComplex::Called{},
                   RootComplex::BusMemory{first, size, MemoryContents::Content::kept}};
  Program program{"program"};
};
INSTANTIATE_TEST_SUITE_P(Styles, ProgramOfAHost, testing::Values(Phases::shortcut, Phases::explicit_four),
                         [](const testing::TestParamInfo<Phases>& tested) {
                           return tested.param == Phases::shortcut ? "shortcut" : "explicit";
                         });

// 300 ns of a read, and no time of a write.
TEST_P(ProgramOfAHost, readsWhatItWrote) {
  run([&] {
    EXPECT_EQ(program.write(first + 5, {1, 2, 3}), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(kernel_now(), 0u);
    EXPECT_THAT(program.read(first + 4, 5), ElementsAre(0, 1, 2, 3, 0));
    EXPECT_EQ(kernel_now(), 300 * nanosecond);
  });
}

TEST_P(ProgramOfAHost, isToldOfErrors) {
  run([&] {
    EXPECT_EQ(program.write(first + size, {1}), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(program.write(first - 1, {1, 2}), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(program.write(first + size - 3, {1, 2, 3, 4}), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(program.write(first, {}), tlm::TLM_BURST_ERROR_RESPONSE);
    EXPECT_EQ(program.write(first, {1, 2, 3, 4}, 2), tlm::TLM_BURST_ERROR_RESPONSE);
    EXPECT_THAT(program.read(first, 2), ElementsAre(0, 0));
    EXPECT_THAT(program.read(first + size - 3, 3), ElementsAre(0, 0, 0));
    Bytes nothing = {9};
    EXPECT_EQ(program.access(tlm::TLM_IGNORE_COMMAND, 0, nothing), tlm::TLM_OK_RESPONSE);
  });
}

TEST_P(ProgramOfAHost, looksAtMemoryWithoutTime) {
  run([&] {
    Bytes data = {7, 8, 9, 10};
    EXPECT_EQ(program.debug(tlm::TLM_WRITE_COMMAND, first + size - 3, data), 3u);
    Bytes seen(4, 0xee);
    EXPECT_EQ(program.debug(tlm::TLM_READ_COMMAND, first + size - 3, seen), 3u);
    EXPECT_THAT(seen, ElementsAre(7, 8, 9, 0xee));
    EXPECT_EQ(kernel_now(), 0u);
    Payload payload;
    tlm::tlm_dmi dmi;
    EXPECT_FALSE(program.socket->get_direct_mem_ptr(payload, dmi));
  });
}

}  // namespace
}  // namespace isochron::testbench
