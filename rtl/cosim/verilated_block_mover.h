// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "axi_pins.h"
#include "rtl_signals.h"

namespace isochron::cosim {

/// rtl/block_mover/block_mover.v made C++ by Verilator: its pins, and nothing of SystemC. (Verilator's header takes
/// SystemC's for a reason to be its time base: the two do not meet in one file.)
class VerilatedBlockMover final {
 public:
  VerilatedBlockMover();
  ~VerilatedBlockMover();
  VerilatedBlockMover(const VerilatedBlockMover&) = delete;
  VerilatedBlockMover& operator=(const VerilatedBlockMover&) = delete;

  AxiLitePins registers();
  AxiReadPins read_a();
  AxiWritePins write_a();
  AxiReadPins read_b();
  AxiWritePins write_b();
  AxiReadPins read_d();
  AxiWritePins write_d();
  StreamInPins stream_in();
  StreamOutPins stream_out();
  const std::uint8_t& irq() const;

  /// The clock falls; the logic behind the inputs settles.
  void settle();
  /// The clock rises.
  void edge();
  /// Nothing is under way inside: no move, no chain but one that waits at its tail, no timer.
  bool idle() const;
  /// For a trace; nullptr where this Verilator's cannot be had.
  std::unique_ptr<RtlSignals> signals();

 private:
  struct Model;
  std::unique_ptr<Model> model_;
};

}  // namespace isochron::cosim
