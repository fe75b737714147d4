// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "axi_pins.h"
#include "disk_channel_pins.h"
#include "rtl_signals.h"

namespace isochron::cosim {

/// rtl/disk_node/disk_node.v made C++ by Verilator: its pins, and nothing of SystemC. (Verilator's header takes
/// SystemC's for a reason to be its time base: the two do not meet in one file.)
class VerilatedDiskNode final {
 public:
  VerilatedDiskNode();
  ~VerilatedDiskNode();
  VerilatedDiskNode(const VerilatedDiskNode&) = delete;
  VerilatedDiskNode& operator=(const VerilatedDiskNode&) = delete;

  AxiLitePins registers();
  AxiReadPins read_a();
  AxiWritePins write_a();
  AxiReadPins read_b();
  AxiWritePins write_b();
  AxiReadPins read_d();
  AxiWritePins write_d();
  DiskChannelPins channel();
  const std::uint8_t& irq() const;

  /// The clock falls; the logic behind the inputs settles.
  void settle();
  /// The clock rises.
  void edge();

  /// Forgets every state that it remembers.
  void forget();
  /// Keeps the state of every register, but for the time, under `number`.
  void remember(unsigned number);
  /// The number of a remembered state that is the present one. If no input has changed since, what has happened in
  /// between happens for ever, which is nothing. None while the slot table or a timeout would act with time; a request
  /// with a deadline of its own is not seen here.
  std::optional<unsigned> remembered();
  /// `cycles` have gone by, a multiple of those between the two equal states.
  void stood(std::uint64_t cycles);
  /// For a trace; nullptr where this Verilator's cannot be had.
  std::unique_ptr<RtlSignals> signals();

 private:
  struct Model;
  std::unique_ptr<Model> model_;
};

}  // namespace isochron::cosim
