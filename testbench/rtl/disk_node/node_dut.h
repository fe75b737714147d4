// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "axi_pins.h"
#include "channel_pins.h"
#include "shell/axi_lite_master.h"

namespace isochron::rtl {

struct NodeInputs {
  bool rst = false;
  AxiLiteMasterPins registers;
  std::array<AxiSlavePins, 3> axi;  ///< ports A, B, and the rings'
  ChannelSlavePins channel;
};

struct NodeOutputs {
  AxiLiteSlavePins registers;
  std::array<AxiMasterPins, 3> axi;
  ChannelMasterPins channel;
  bool irq = false;
};

/// A disk-node interface, between two clock edges and at one.
class NodeDut {
 public:
  virtual ~NodeDut() = default;
  virtual void settle(const NodeInputs& in, NodeOutputs& out) = 0;
  virtual void edge() = 0;
};

/// Sets of parameters: the default ones; 16 tags of two larger blocks, 256 bit and 40-bit addresses.
enum class NodeVariant : std::uint8_t { standard, wide };

/// A Verilated disk_node; registers without a reset start with values of the seed.
std::unique_ptr<NodeDut> make_node(NodeVariant variant, std::uint64_t seed);

}  // namespace isochron::rtl
