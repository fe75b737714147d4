// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <isochron/part/part_graph.h>

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
  /// Calls `visit(part)` for each part that does nothing of its own meanwhile: all but a master.
  template <class Visit>
  void for_each_computed(const Visit& visit) const {
    if (link) visit(*link);
    if (bus) visit(*bus);
    for (const std::size_t sink : sinks) visit(sink);
  }
};

}  // namespace isochron
