// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "axi_pins.h"

namespace isochron::rtl {

struct BenchInputs {
  bool rst = false;
  bool cmd_valid = false;
  std::uint32_t src = 0, dst = 0, length = 0, rows = 1, planes = 1;
  std::int32_t src_row_stride = 0, dst_row_stride = 0, src_plane_stride = 0, dst_plane_stride = 0;
  std::uint8_t tag = 0;
  AxiSlavePins axi;
};

struct BenchOutputs {
  std::uint8_t cap = 0;
  bool cmd_ready = false;
  bool cmd_start = false;
  bool done_valid = false;
  std::uint8_t done_tag = 0;
  std::uint8_t done_error = 0;
  AxiMasterPins axi;
};

/// A DMA engine with the ports of bench_dut.v, whatever simulates it.
class BenchDut {
 public:
  virtual ~BenchDut() = default;
  virtual void settle(const BenchInputs& inputs, BenchOutputs& outputs) = 0;
  virtual void edge() = 0;
};

}  // namespace isochron::rtl
