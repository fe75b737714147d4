// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <isochron/machine/elaborate/netlist.h>

namespace isochron {

/// An output port of a part.
struct PortAt {
  std::size_t part = 0;
  PortRef port;
};

/// A chain of a machine that can be computed instead of simulated, by parts.
struct FlatFold {
  // A head: master, bus and the port towards a link behind it. A tail: the port in front of a link, and what is behind.
  PortAt port;
  std::optional<std::size_t> master;  ///< of a head
  std::optional<std::size_t> link;    ///< of a tail
  std::optional<std::size_t> bus;     ///< of a head, and of a tail whose link does not end at a sink
  std::optional<PortAt> bus_port;     ///< of such a tail: of the bridge, towards the bus
  std::vector<std::size_t> sinks;     ///< of a tail, by the bus's windows

  bool is_head() const { return master.has_value(); }
};

/// All chains of `netlist` that can be folded. Those that faults strike cannot, nor can a tail to whose sinks somebody
/// listens: traffic that asks again when something has arrived, requests, and a machine in which sinks, or all that
/// leads to them, can fail.
std::vector<FlatFold> find_folds(const Netlist& netlist);

/// "node[0].raid[0], node[0].raid_pci[0], node[0].raid_bridge[0].link_out[0]": what it consists of, in the order of the
/// data path.
std::string text_of(const FlatFold& fold, const Netlist& netlist);

}  // namespace isochron
