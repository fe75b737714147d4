// SPDX-License-Identifier: Apache-2.0
// The harness itself: what the memory answers when, and that the checker sees each breach.
#include "axi_checker.h"

#include <gtest/gtest.h>

#include "axi_memory.h"
#include "mover_model.h"

namespace isochron::rtl {
namespace {

AxiMasterPins idle_master() {
  AxiMasterPins pins;
  pins.rready = pins.bready = true;
  return pins;
}

AxiMasterPins with_read(std::uint64_t address, unsigned beats) {
  auto pins = idle_master();
  pins.arvalid = true;
  pins.araddr = address;
  pins.arlen = static_cast<std::uint8_t>(beats - 1);
  pins.arsize = 3;
  pins.arburst = 1;
  return pins;
}

AxiMasterPins with_write(std::uint64_t address, unsigned beats) {
  auto pins = idle_master();
  pins.awvalid = true;
  pins.awaddr = address;
  pins.awlen = static_cast<std::uint8_t>(beats - 1);
  pins.awsize = 3;
  pins.awburst = 1;
  return pins;
}

void add_beat(AxiMasterPins& pins, std::uint64_t strobes, bool last, std::uint8_t value = 0xaa) {
  pins.wvalid = true;
  pins.wstrb = strobes;
  pins.wlast = last;
  pins.wdata.fill(value);
}

class Memory : public testing::Test {
 protected:
  Memory() { port.clock(idle_master()); }  // drives its readies
  SparseMemory bytes{1};
  AxiMemory port{8, bytes, 1};
};

TEST_F(Memory, AnswersReadsAfterItsLatency) {
  for (const unsigned latency : {0u, 1u, 7u}) {
    port.timing.latency = latency;
    port.clock(with_read(0x1000, 3));
    for (unsigned i = 0; i < latency; ++i) {
      EXPECT_FALSE(port.pins().rvalid);
      port.clock(idle_master());
    }
    for (unsigned beat = 0; beat < 3; ++beat) {
      ASSERT_TRUE(port.pins().rvalid);
      EXPECT_EQ(port.pins().rlast, beat == 2);
      EXPECT_EQ(port.pins().rdata[5], bytes.read(0x1000 + 8 * beat + 5));
      port.clock(idle_master());
    }
    EXPECT_FALSE(port.pins().rvalid);
  }
}

TEST_F(Memory, AnswersWritesAfterItsLatency) {
  port.timing.latency = 4;
  const auto before = bytes.read(0x2007);
  auto pins = with_write(0x2000, 1);
  add_beat(pins, 0x7f, true);
  port.clock(pins);
  for (unsigned i = 0; i < 4; ++i) {
    EXPECT_FALSE(port.pins().bvalid);
    port.clock(idle_master());
  }
  EXPECT_TRUE(port.pins().bvalid);
  EXPECT_EQ(bytes.read(0x2006), 0xaa);
  EXPECT_EQ(bytes.read(0x2007), before);
}

TEST_F(Memory, FaultsAnswerAndTouchNothing) {
  port.faults.add({0x1008, 0x100f, decerr, true, true});
  port.clock(with_read(0x1000, 2));
  EXPECT_EQ(port.pins().rresp, okay);
  port.clock(idle_master());
  EXPECT_EQ(port.pins().rresp, decerr);
  port.clock(idle_master());
  const auto before = bytes.read(0x100a);
  auto pins = with_write(0x1008, 1);
  add_beat(pins, 0xff, true);
  port.clock(pins);
  EXPECT_EQ(port.pins().bresp, decerr);
  EXPECT_EQ(bytes.read(0x100a), before);
}

TEST_F(Memory, WaitsForDataBeforeTheAddressWhenToldTo) {
  port.timing.write_order = WriteOrder::data_first;
  port.clock(with_write(0x1000, 1));
  port.clock(with_write(0x1000, 1));
  EXPECT_FALSE(port.pins().awready);
  auto pins = with_write(0x1000, 1);
  add_beat(pins, 0xff, true);
  port.clock(pins);
  EXPECT_TRUE(port.pins().awready);
}

struct Breach {
  const char* name;
  std::vector<AxiMasterPins> cycles;
  const char* message;
};

std::vector<Breach> breaches() {
  std::vector<Breach> all;
  const auto add = [&](const char* name, std::vector<AxiMasterPins> cycles, const char* message) {
    all.push_back({name, std::move(cycles), message});
  };
  add("Crosses4K", {with_read(0xff8, 2)}, "cross 4 KB");
  add("WriteCrosses4K", {with_write(0xff8, 2)}, "cross 4 KB");
  add("NotAligned", {with_read(0x1004, 1)}, "not aligned");
  auto pins = with_read(0x1000, 1);
  pins.arsize = 2;
  add("NarrowBurst", {pins}, "ARSIZE");
  pins = with_read(0x1000, 1);
  pins.arburst = 0;
  add("FixedBurst", {pins}, "ARBURST");
  pins = idle_master();
  add_beat(pins, 0xff, true);
  add("DataWithoutAddress", {pins}, "W before its AW");
  pins = with_write(0x1000, 2);
  add_beat(pins, 0xff, true);
  add("LastTooEarly", {pins}, "WLAST is 1 with 2");
  pins = with_write(0x1000, 1);
  add_beat(pins, 0xff, false);
  add("LastMissing", {pins}, "WLAST is 0 with 1");
  pins = with_write(0x1000, 1);
  add_beat(pins, 0x1ff, true);
  add("StrobeBeyondTheWord", {pins}, "beyond the word");
  pins = idle_master();
  pins.rready = false;
  add("ReadNotReady", {pins}, "RREADY is low");
  pins = idle_master();
  pins.bready = false;
  add("AnswerNotReady", {pins}, "BREADY is low");
  return all;
}

TEST(Checker, SeesEachBreach) {
  AxiSlavePins ready;
  ready.arready = ready.awready = ready.wready = true;
  for (const auto& breach : breaches()) {
    AxiChecker checker("port", {});
    for (const auto& cycle : breach.cycles) checker.clock(cycle, ready);
    ASSERT_FALSE(checker.breaches().empty()) << breach.name;
    EXPECT_NE(checker.breaches().front().find(breach.message), std::string::npos) << checker.breaches().front();
  }
}

TEST(Checker, SeesWhatChangesBeforeItsReady) {
  const AxiSlavePins busy;
  auto write = with_write(0x1000, 1);
  add_beat(write, 0xff, true);
  for (unsigned what = 0; what < 6; ++what) {
    AxiChecker checker("port", {});
    auto first = with_read(0x1000, 1);
    auto second = first;
    if (what == 0) second.arvalid = false;
    if (what == 1) second.araddr += 8;
    if (what >= 2) first = second = write;
    if (what == 2) second.awaddr += 8;
    if (what == 3) second.wdata[3] ^= 1;
    if (what == 4) second.wstrb = 0x7f;
    if (what == 5) second.wvalid = false;
    checker.clock(first, busy);
    checker.clock(first, busy);
    EXPECT_TRUE(checker.breaches().empty()) << what;
    checker.clock(second, busy);
    EXPECT_FALSE(checker.breaches().empty()) << what;
  }
}

TEST(Checker, SeesWhatIsLeftOver) {
  AxiSlavePins ready;
  ready.arready = ready.awready = ready.wready = true;
  AxiChecker checker("port", {});
  checker.clock(with_read(0x1000, 1), ready);
  checker.clock(with_write(0x1000, 1), ready);
  checker.finish();
  EXPECT_EQ(checker.breaches().size(), 3u);  // data, read beats, answers
}

TEST(Model, CountsTheSmallestNumberOfBeats) {
  const MoverModel model(CoreParameters{}, 0);
  Command c;
  c.src = 3;
  c.dst = 5;
  c.row_bytes = 32;
  c.rows = 32;
  c.src_row_stride = c.dst_row_stride = 37;
  EXPECT_EQ(model.smallest_write_beats(c), 156u);
  c.src_row_stride = c.dst_row_stride = 32;  // joined
  EXPECT_EQ(model.smallest_read_beats(c), 129u);
  EXPECT_EQ(model.smallest_write_beats(c), 129u);
  EXPECT_EQ(model.dependent_beats(c), 129u);
  c.rows = 1;
  c.src = 6;
  c.dst = 0;
  c.row_bytes = 4;
  EXPECT_EQ(model.smallest_read_beats(c), 2u);
  EXPECT_EQ(model.smallest_write_beats(c), 1u);
}

TEST(Model, MovesWhatTheCommandSays) {
  SparseMemory a(1);
  SparseMemory b(2);
  const AxiFaults none;
  MoverModel model(CoreParameters{}, 0);
  Command c;
  c.op = xor_op;
  c.src = 0x100;
  c.dst = 0x1000;
  c.row_bytes = 3;
  c.rows = 2;
  c.planes = 2;
  c.src_row_stride = 10;
  c.src_plane_stride = -16;
  c.dst_row_stride = -5;
  const auto moves = model.moves(c, {&a, &b}, {&none, &none});
  ASSERT_EQ(moves.size(), 6u);
  EXPECT_EQ(moves[4].address, 0x1000u - 5 + 1);
  EXPECT_EQ(moves[4].value, a.read(0x10b) ^ a.read(0xfb));
}

}  // namespace
}  // namespace isochron::rtl
