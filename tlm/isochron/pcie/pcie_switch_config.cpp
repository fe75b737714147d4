// SPDX-License-Identifier: Apache-2.0
#include <isochron/pcie/pcie_switch_config.h>

#include <string>

namespace isochron {

ParameterTable PcieSwitchConfig::parameters() {
  ParameterTable table;
  table.count("ports", ports, {2, 64}, "of the switch; port 0 leads to the root complex", "our own");
  table.duration("latency", latency, {0, 100 * microsecond},
                 "from a packet's arrival, or from its header's with `cut_through`, until it can leave", "our own");
  table.choice("forward", forward, {"store", "cut_through"},
               "when a packet goes on: when it has come in whole, or before", "our own");
  table.nest("buffers", buffers.parameters());
  table.choice("arbitration", arbitration, {"round_robin", "weighted"},
               "how inputs share an output: a packet each in turn, or bytes in proportion to weights",
               "PCI Express Base Specification 3.0, Virtual Channel Mechanism");
  table.numbers("weights", weights, {1, 64}, "of the input ports, in their order", "our own");
  table.flag("peer_to_peer", peer_to_peer,
             "packets go from one lower port to another; if not, lower ports lead up only, by port 0", "our own");
  table.flag("relaxed_ordering", relaxed_ordering,
             "completions pass posted packets, as if all had the attribute Relaxed Ordering",
             "PCI Express Base Specification 3.0, Transaction Ordering Rules");
  table.counts_where(table.is("arbitration", {"weighted"}), {"weights"});
  table.check([this]() -> std::vector<ParameterProblem> {
    if (arbitration == Arbitration::round_robin || weights.size() == ports) return {};
    return {{"weights",
             "there are " + std::to_string(weights.size()) + " weights for " + std::to_string(ports) + " ports",
             "give each port one weight",
             {"ports"}}};
  });
  return table;
}

}  // namespace isochron
