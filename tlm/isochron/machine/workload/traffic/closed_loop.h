// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/route/routes.h>
#include <isochron/machine/workload/traffic/flat_traffic.h>
#include <isochron/machine/workload/traffic/stream.h>
#include <isochron/part/request_parts.h>

namespace isochron {

/// Mean rate of a source of closed traffic, or of requests, when nothing else is in its way: Little's law.
struct ClosedLoop {
  double rate = 0;         ///< bytes/s of a source: outstanding x size / round trip; no source can have more
  double outstanding = 0;  ///< I/Os under way, in the mean over the sources
  bool of_tags = false;    ///< so many as requesters have tags
  double io = 0;           ///< bytes of an I/O
  double round_trip = 0;   ///< seconds at least from the request of an I/O until all of it has arrived
};

/// The loop of closed traffic, or of requests, which wait for their tags. nullopt: it is neither, or it has more pairs
/// of sources and sinks than are followed, or its I/Os arrive at once.
std::optional<ClosedLoop> closed_loop(const Netlist& netlist, const Routes& routes, const FlatTraffic& traffic);

/// Streams of a source by its number among those of its traffic.
using StreamsOf = std::function<std::vector<SharedStream>(std::size_t number)>;
/// The same of those of its sources that can send, with the streams that they have. `all`: the requests of all
/// traffics.
std::optional<ClosedLoop> closed_loop(const Netlist& netlist, const FlatTraffic& traffic,
                                      const std::vector<std::size_t>& sources, const AllRequests& all,
                                      const StreamsOf& streams_of);

}  // namespace isochron
