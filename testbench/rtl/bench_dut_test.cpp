// SPDX-License-Identifier: Apache-2.0
// The ports of bench_dut.v mean what a measuring harness takes them for.
#include <gtest/gtest.h>

#include "Vbench_dut.h"
#include "axi_memory.h"
#include "mover_measurement.h"
#include "verilated_bench_dut.h"

namespace isochron::rtl {
namespace {

class BenchWrapper : public testing::Test {
 protected:
  BenchWrapper() {
    in.rst = true;
    for (unsigned i = 0; i < 5; ++i) clock();
    in.rst = false;
    clock();
  }

  void clock() {
    in.axi = port.pins();
    dut.settle(in, out);
    if (!in.rst) port.clock(out.axi);
    dut.edge();
  }

  /// Clocks until the status; its error, or 99.
  unsigned error_of_command() {
    in.cmd_valid = true;
    unsigned starts = 0;
    for (unsigned i = 0; i < 200; ++i) {
      clock();
      starts += out.cmd_start;
      if (in.cmd_valid && out.cmd_ready) in.cmd_valid = false;
      if (!out.done_valid) continue;
      EXPECT_EQ(starts, 1u);
      EXPECT_EQ(out.done_tag, in.tag);
      const auto error = out.done_error;
      clock();
      EXPECT_FALSE(out.done_valid) << "the status lasts a cycle";
      return error;
    }
    return 99;
  }

  SparseMemory memory{1};
  AxiMemory port{8, memory, 1};
  VerilatedBenchDut<Vbench_dut> dut;
  BenchInputs in;
  BenchOutputs out;
};

TEST_F(BenchWrapper, SaysWhatItCan) {
  EXPECT_EQ(out.cap, 7);
  EXPECT_EQ(out.axi.arid, 0);
  EXPECT_EQ(out.axi.awid, 0);
}

TEST_F(BenchWrapper, MovesRowsAndPlanes) {
  in.src = 0x1003;
  in.dst = 0x8005;
  in.length = 20;
  in.rows = 3;
  in.planes = 2;
  in.src_row_stride = 30;
  in.dst_row_stride = -24;
  in.src_plane_stride = 200;
  in.dst_plane_stride = 400;
  in.tag = 77;
  EXPECT_EQ(error_of_command(), 0u);
  EXPECT_EQ(memory.read(0x8005 + 400 - 48 + 7), memory.read(0x1003 + 200 + 60 + 7));
}

TEST_F(BenchWrapper, RefusesCountsThatTheCoreHasNoBitsFor) {
  in.src = 0x1000;
  in.dst = 0x8000;
  in.length = 8;
  for (const auto& [rows, planes] :
       {std::pair{0x10001u, 1u}, {1u, 0x10001u}, {0x10000u, 0x10000u}, {0u, 1u}, {1u, 0u}}) {
    in.rows = rows;
    in.planes = planes;
    in.tag = static_cast<std::uint8_t>(in.tag + 1);
    EXPECT_EQ(error_of_command(), 5u);
  }
  in.rows = in.planes = 1;
  EXPECT_EQ(error_of_command(), 0u);
}

TEST(Measurement, ChecksEveryByteAndCountsBothEnds) {
  VerilatedBenchDut<Vbench_dut> dut;
  const auto measured = measure(dut, {{0x1000, 0x8000, 128, 1, 128, 128}}, {}, 1);
  EXPECT_TRUE(measured.failures.empty());
  EXPECT_EQ(measured.bound(), 16u);
  EXPECT_GE(measured.cycles, 16u + 4);
  EXPECT_LE(measured.cycles, 16u + 6);
}

}  // namespace
}  // namespace isochron::rtl
