// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "axi_pins.h"
#include "channel_pins.h"

namespace isochron::rtl {

/// When the transfers of a run were: how many there were, and the sum of their cycles. A transfer that comes a cycle
/// later adds one.
struct TransferTimes {
  std::uint64_t transfers = 0;
  std::uint64_t sum = 0;  ///< cycles

  void add(bool happens, std::uint64_t cycle) {
    transfers += happens;
    sum += happens ? cycle : 0;
  }
  /// Those of an AXI4 port in a cycle.
  void add(const AxiMasterPins& master, const AxiSlavePins& slave, std::uint64_t cycle) {
    add(master.arvalid && slave.arready, cycle);
    add(slave.rvalid && master.rready, cycle);
    add(master.awvalid && slave.awready, cycle);
    add(master.wvalid && slave.wready, cycle);
    add(slave.bvalid && master.bready, cycle);
  }
  /// Those of a disk channel that the interface sends.
  void add(const ChannelMasterPins& master, const ChannelSlavePins& slave, std::uint64_t cycle) {
    add(master.command_valid && slave.command_ready, cycle);
    add(master.credit_valid && slave.credit_ready, cycle);
    add(master.data_valid && slave.data_ready, cycle);
  }
};

}  // namespace isochron::rtl
