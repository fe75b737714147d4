// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "axi_lite_master.h"
#include "axi_pins.h"

namespace isochron::rtl {

/// Ports A, B and D of a block mover.
constexpr unsigned port_d = 2;

struct ShellInputs {
  bool rst = false;
  AxiLiteMasterPins registers;
  std::array<AxiSlavePins, 3> axi;
  StreamPins stream;
  bool stream_ready = false;
};

struct ShellOutputs {
  AxiLiteSlavePins registers;
  std::array<AxiMasterPins, 3> axi;
  StreamPins stream;
  bool stream_ready = false;
  bool irq = false;
};

/// A block mover with registers and chains, between two clock edges and at one.
class ShellDut {
 public:
  virtual ~ShellDut() = default;
  virtual void settle(const ShellInputs& in, ShellOutputs& out) = 0;
  virtual void edge() = 0;
};

/// Sets of parameters: the default ones; the smallest depths with 64-bit addresses.
enum class ShellVariant : std::uint8_t { standard, small };

/// A Verilated block_mover; registers without a reset start with values of the seed.
std::unique_ptr<ShellDut> make_shell(ShellVariant variant, std::uint64_t seed);

}  // namespace isochron::rtl
