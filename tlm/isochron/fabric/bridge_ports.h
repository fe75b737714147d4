// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/part/described_ports.h>
#include <isochron/protocol/bus_sender.h>

namespace isochron {

/// The ports of a bridge between a bus and links, and its ways: by a window to the link of the same number, from any
/// link to the bus.
struct BridgePorts {
  std::uint64_t links_out;
  std::uint64_t links_in;
  const char* to_bus;  ///< name of the port towards the bus
  const char* type;    ///< of the bridge

  std::vector<PortGroup> groups() const {
    const DescribedPorts ports(type);
    PortGroup bus = ports[to_bus].counted(links_in > 0 ? 1 : 0);
    bus.buffered = true;
    return {ports["window"].counted(links_out), ports["link_in"].counted(links_in), bus,
            ports["link_out"].counted(links_out).driving()};
  }
  static std::vector<PortRef> ways_from(const PortRef& input) {
    return {input.group == 0 ? PortRef{3, input.index} : PortRef{2, 0}};
  }
  /// The port towards the bus does.
  static bool changes_addresses(const PortRef& output) { return output.group == 2; }
};

/// Tells a bridge's sender which addresses the plan changes.
inline void change_addresses(BusSender& to_bus, const PartPlan& plan) {
  for (const AddressChange& change : plan.address_changes)
    to_bus.change_address({change.endpoint, change.way}, {change.endpoint, change.next});
}

}  // namespace isochron
