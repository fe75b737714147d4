// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "axi_checker.h"
#include "axi_memory.h"
#include "bench_dut.h"

namespace isochron::rtl {

/// A copy as the benchmark asks for it; rows of one plane.
struct BenchMove {
  std::uint32_t src = 0;
  std::uint32_t dst = 0;
  std::uint32_t length = 0;
  std::uint32_t rows = 1;
  std::int32_t src_stride = 0;
  std::int32_t dst_stride = 0;
};

struct Measured {
  std::uint64_t cycles = 0;  ///< from the first cmd_start to the last done_valid, both counted
  AxiCounts counts;
  std::uint64_t smallest_read_beats = 0;
  std::uint64_t smallest_write_beats = 0;
  std::vector<std::string> failures;

  std::uint64_t bound() const {
    return smallest_read_beats > smallest_write_beats ? smallest_read_beats : smallest_write_beats;
  }
};

/// Runs moves back to back on an engine with the ports of bench_dut.v and a memory of its own, and checks every byte. A
/// move of rows that the engine cannot do (its `cap`) is given row by row.
Measured measure(BenchDut& dut, const std::vector<BenchMove>& moves, const AxiTiming& timing, std::uint64_t seed);

}  // namespace isochron::rtl
