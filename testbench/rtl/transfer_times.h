// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "axi_pins.h"

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
};

}  // namespace isochron::rtl
