// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/core/time.h>
#include <isochron/observe/parameter_table.h>
#include <isochron/pcie/ordering_queue.h>
#include <isochron/pcie/receive_buffers.h>

namespace isochron {

/// What can be set of a PCI Express switch.
struct PcieSwitchConfig {
  enum class Forward {
    store,       ///< a packet goes on when it has come in whole
    cut_through  ///< ... when its header has, and so that its output need not wait for the rest
  };
  enum class Arbitration { round_robin, weighted };

  std::uint64_t ports = 4;
  Time latency = 150 * nanosecond;
  Forward forward = Forward::store;
  ReceiveBuffers buffers{};
  Arbitration arbitration = Arbitration::round_robin;
  std::vector<std::uint64_t> weights{};  ///< of input ports
  bool peer_to_peer = true;
  bool relaxed_ordering = false;
  OrderingRules ordering = OrderingRules::pcie;  ///< no parameter; of a switch without relaxed ordering

  ParameterTable parameters();

  OrderingRules rules() const { return relaxed_ordering ? OrderingRules::relaxed : ordering; }

  std::vector<std::uint64_t> input_weights() const {
    return arbitration == Arbitration::weighted ? weights : std::vector<std::uint64_t>{};
  }
};

}  // namespace isochron
