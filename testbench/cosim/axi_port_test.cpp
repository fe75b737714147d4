// SPDX-License-Identifier: Apache-2.0
// Pins of an AXI4 master against base-protocol targets that hold back what they may.
#include <gtest/gtest.h>

#include <isochron/core/error.h>

#include "pin_bench.h"

namespace isochron::cosim {
namespace {

constexpr Time cycle = 10 * nanosecond;

void run_cycles(unsigned cycles) {
  sc_core::sc_start(to_sc_time(cycles * cycle));
}

using ReadBench = PinBench<AxiReadPort>;
using WriteBench = PinBench<AxiWritePort>;

TEST(AxiReadPort, KeepsBurstsOutstandingAndGivesDataInTheirOrder) {
  ReadBench bench("bench");
  bench.block.rests = false;
  std::vector<std::uint64_t> data;
  unsigned addresses = 0;
  bench.block.on_edge = [&] {
    PinBlock& pins = bench.block;
    if (pins.rvalid && pins.rready) data.push_back(pins.rdata);
    if (pins.arvalid && pins.arready) ++addresses;
    pins.arvalid = addresses < 3;
    pins.arlen = 1;
    pins.araddr = 0x100 + 0x100 * addresses;
  };
  bench.clock.wake(0);
  run_cycles(10);
  // Two may be outstanding: the third address waits on the pins.
  ASSERT_EQ(bench.target.requests.size(), 2u);
  EXPECT_EQ(bench.block.arready, 0);
  EXPECT_EQ(bench.target.requests[0]->get_data_length(), 16u);
  for (std::size_t i = 0; i < 2; ++i)
    for (unsigned byte = 0; byte < 16; ++byte)
      bench.target.requests[i]->get_data_ptr()[byte] = static_cast<unsigned char>(16 * i + byte / 8);
  // The second is answered first: the pins wait for the first.
  bench.target.answer(1);
  run_cycles(5);
  EXPECT_TRUE(data.empty());
  EXPECT_EQ(bench.target.completed.size(), 1u);
  bench.target.answer(0);
  run_cycles(10);
  EXPECT_EQ(data, (std::vector<std::uint64_t>{0, 0x0101010101010101, 0x1010101010101010, 0x1111111111111111}));
  EXPECT_EQ(bench.target.requests.size(), 3u);
}

TEST(AxiReadPort, WithheldEndReqKeepsTheNextAddressOnThePins) {
  ReadBench bench("bench");
  bench.block.rests = false;
  bench.target.accepts = false;
  unsigned addresses = 0;
  bench.block.on_edge = [&] {
    if (bench.block.arvalid && bench.block.arready) ++addresses;
    bench.block.arvalid = 1;
  };
  bench.clock.wake(0);
  run_cycles(10);
  EXPECT_EQ(addresses, 1u);
  bench.target.socket.accept(*bench.target.requests[0]);
  run_cycles(5);
  EXPECT_EQ(addresses, 2u);
}

TEST(AxiReadPort, LowReadyHoldsBackEndResp) {
  ReadBench bench("bench");
  bench.block.rests = false;
  bench.block.rready = 0;
  bool asked = false;
  bench.block.on_edge = [&] {
    asked = asked || (bench.block.arvalid && bench.block.arready);
    bench.block.arvalid = !asked;
  };
  bench.clock.wake(0);
  run_cycles(5);
  bench.target.answer(0, tlm::TLM_ADDRESS_ERROR_RESPONSE);
  run_cycles(10);
  EXPECT_EQ(bench.block.rvalid, 1);
  EXPECT_EQ(bench.block.rresp, 3);
  EXPECT_TRUE(bench.target.completed.empty());
  const Time now = kernel_now();
  bench.block.rready = 1;
  run_cycles(5);
  ASSERT_EQ(bench.target.completed.size(), 1u);
  EXPECT_LE(bench.target.completed[0], now + 2 * cycle);
}

TEST(AxiReadPort, NarrowBurstIsRefused) {
  ReadBench bench("bench");
  bench.block.arvalid = 1;
  bench.block.arsize = 2;
  bench.clock.wake(0);
  EXPECT_ANY_THROW(run_cycles(5));
}

/// Sends bursts of two beats with the strobes given, one burst after the other.
class Writer {
 public:
  Writer(PinBlock& pins, std::vector<std::array<std::uint8_t, 2>> strobes) : pins_(pins), strobes_(std::move(strobes)) {
    pins_.rests = false;
    pins_.on_edge = [this] { edge(); };
  }
  unsigned answers = 0;
  std::size_t beats() const { return beat_; }

 private:
  void edge() {
    if (pins_.bvalid && pins_.bready) ++answers;
    if (pins_.awvalid && pins_.awready) ++addresses_;
    if (pins_.wvalid && pins_.wready) ++beat_;
    pins_.awvalid = addresses_ < strobes_.size();
    pins_.awaddr = 0x1000 + 0x100 * addresses_;
    pins_.awlen = 1;
    pins_.wvalid = beat_ < 2 * strobes_.size();
    if (!pins_.wvalid) return;
    pins_.wdata = 0x0706050403020100 + beat_ % 2 * 0x0808080808080808;
    pins_.wstrb = strobes_[beat_ / 2][beat_ % 2];
    pins_.wlast = beat_ % 2;
  }
  PinBlock& pins_;
  std::vector<std::array<std::uint8_t, 2>> strobes_;
  std::size_t addresses_ = 0;
  std::size_t beat_ = 0;
};

TEST(AxiWritePort, StrobesBecomeLengthOrByteEnables) {
  WriteBench bench("bench");
  Writer writer(bench.block, {{0xf8, 0x03}, {0x81, 0x01}});
  bench.clock.wake(0);
  run_cycles(20);
  ASSERT_EQ(bench.target.requests.size(), 2u);
  const Payload& shorter = *bench.target.requests[0];
  EXPECT_EQ(shorter.get_address(), 0x1003u);
  EXPECT_EQ(shorter.get_data_length(), 7u);
  EXPECT_EQ(shorter.get_byte_enable_ptr(), nullptr);
  for (unsigned i = 0; i < 7; ++i) EXPECT_EQ(shorter.get_data_ptr()[i], 3 + i);
  const Payload& holed = *bench.target.requests[1];
  EXPECT_EQ(holed.get_address(), 0x1100u);
  ASSERT_EQ(holed.get_data_length(), 9u);
  ASSERT_NE(holed.get_byte_enable_ptr(), nullptr);
  for (unsigned i = 0; i < 9; ++i)
    EXPECT_EQ(holed.get_byte_enable_ptr()[i], i == 0 || i >= 7 ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED);
  EXPECT_EQ(writer.answers, 0u);
  bench.target.answer(0);
  bench.target.answer(1, tlm::TLM_GENERIC_ERROR_RESPONSE);
  run_cycles(5);
  EXPECT_EQ(writer.answers, 2u);
  EXPECT_EQ(bench.block.bresp, 2);
}

TEST(AxiWritePort, BurstWithoutStrobesIsAnsweredInItsTurn) {
  WriteBench bench("bench");
  Writer writer(bench.block, {{0xff, 0xff}, {0, 0}});
  bench.clock.wake(0);
  run_cycles(20);
  ASSERT_EQ(bench.target.requests.size(), 1u);
  EXPECT_EQ(writer.answers, 0u);
  bench.target.answer(0);
  run_cycles(5);
  EXPECT_EQ(writer.answers, 2u);
}

TEST(AxiWritePort, WithheldEndReqStopsTheBeatsAfterTheNextBurst) {
  WriteBench bench("bench");
  bench.target.accepts = false;
  Writer writer(bench.block, {{0xff, 0xff}, {0xff, 0xff}, {0xff, 0xff}});
  bench.clock.wake(0);
  run_cycles(20);
  EXPECT_EQ(writer.beats(), 4u);
  EXPECT_EQ(bench.block.wready, 0);
  bench.target.socket.accept(*bench.target.requests[0]);
  run_cycles(20);
  EXPECT_EQ(bench.target.requests.size(), 2u);
  EXPECT_EQ(writer.beats(), 6u);
}

TEST(ClockOnDemand, StandsWhenIdleAndCostsNothing) {
  ReadBench bench("bench");
  bench.clock.wake(0);
  run_cycles(100);
  EXPECT_FALSE(bench.clock.running());
  EXPECT_EQ(bench.clock.cycles(), ClockOnDemand::idle_cycles);
  const std::uint64_t notifications = KernelEvent::notifications();
  const sc_dt::uint64 deltas = sc_core::sc_delta_count();
  sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_SEC));
  EXPECT_EQ(KernelEvent::notifications(), notifications);
  EXPECT_LE(sc_core::sc_delta_count(), deltas + 1);
  EXPECT_EQ(bench.clock.cycles(), ClockOnDemand::idle_cycles);

  // On its old grid: the first edge after the access.
  Time edge = 0;
  bench.block.on_edge = [&] {
    if (edge == 0) edge = kernel_now();
  };
  const Time before = kernel_now();
  sc_core::sc_start(sc_core::sc_time(3, sc_core::SC_NS));
  bench.clock.wake(kernel_now());
  run_cycles(2);
  EXPECT_EQ(edge, before + cycle);
}

TEST(ClockOnDemand, BlockThatNeverRestsDoesNotHoldUpTheKernel) {
  ReadBench bench("bench", true);
  bench.block.rests = false;
  bench.clock.wake(0);
  run_cycles(2500);
  EXPECT_EQ(bench.clock.cycles(), 2500u);
  EXPECT_EQ(kernel_now(), 2500 * cycle);
}

}  // namespace
}  // namespace isochron::cosim
