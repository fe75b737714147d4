// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/workload/traffic/traffic_declaration.h>
#include <isochron/machine/workload/traffic/traffic_options.h>

namespace isochron {

/// Parts of which a route passes one.
struct Waypoint {
  std::string pattern;
  SourcePosition position;
  std::vector<std::size_t> parts;
};

/// Parts of a traffic's routes that `via` forces.
struct ExplicitRoutes {
  static constexpr std::uint32_t unused = ~std::uint32_t{0};

  std::vector<Waypoint> waypoints;
  /// Each is waypoints in order; the first has none.
  std::vector<std::vector<std::uint32_t>> all;
  /// By source, endpoint and way: which of them; `unused`: nothing is sent there.
  std::vector<std::uint32_t> chosen;
};

/// By endpoint and way as its policy has it: the way in the address. Routes that `via` forces have ways of their own.
using WayTable = std::shared_ptr<const std::vector<std::uint8_t>>;

/// Endpoints in order; sources of a traffic share them.
using EndpointList = std::shared_ptr<const std::vector<std::uint32_t>>;

/// Lists that Endpoints has made of a traffic's sinks, once for all that ask for them.
struct SinkLists {
  std::map<std::string, EndpointList> known;  ///< by node, or by source where each has an order of its own
  std::size_t listed = 0;                     ///< endpoints in them
};

/// Traffic from sources to sinks, by their numbers.
struct FlatTraffic {
  const TrafficDeclaration* declaration = nullptr;
  std::string name;
  SourcePosition position;
  TrafficOptions options;
  Number rate;                         ///< of a source, bit/s, but for those of `share`; the mean where it is drawn
  std::vector<std::size_t> sources;    ///< parts
  std::vector<std::uint64_t> shares;   ///< of each source: how many have the rate together
  std::vector<std::size_t> sinks;      ///< parts
  std::vector<std::uint64_t> weights;  ///< by endpoint, or by source and endpoint: weights_of(); none: sinks have none
  std::shared_ptr<const Names> parameters;  ///< of the machine, for `only` and `order`
  std::shared_ptr<SinkLists> sink_lists = std::make_shared<SinkLists>();
  std::vector<std::uint32_t> recorded_as;  ///< by endpoint: its number in fingerprints; none: that of the endpoint
  /// Number of each source among those that are asked, a failed node's included, and how many these are.
  std::vector<unsigned> places;
  unsigned asked_sources = 0;
  LostUnits lost_units;                                   ///< of each source's I/Os those that rebuild
  unsigned parts_of_unit = 0;                             ///< messages that make one of a lost unit
  std::shared_ptr<const ExplicitRoutes> explicit_routes;  ///< null: all routes are the shortest
  std::vector<WayTable> addressed_ways;                   ///< by source; none where no route is forced
  /// Each source has one of these, drawn by the weights; none: all have `rate`.
  std::vector<Number> rates;
  std::vector<std::uint64_t> rate_weights;
  std::shared_ptr<const IoSizes> sizes;  ///< of its I/Os; null: all have one size
  /// By source: what it asks for; none of traffic that is no trace.
  std::vector<std::shared_ptr<const std::vector<TracedIo>>> traces;
  bool trace_has_sinks = false;      ///< TracedIo::sink is a number in `sinks`
  std::uint64_t traced_bytes = 0;    ///< of all I/Os of its traces
  std::uint64_t largest_traced = 0;  ///< bytes of the largest
  Time last_traced = 0;              ///< when the last one is asked for, ps
  // Of traffic that follows:
  std::optional<std::size_t> leader;  ///< whose I/Os it follows, by its number among all; before it
  bool has_leading_rate = false;      ///< the first of its chain has a rate, and so has it
  std::uint64_t led_ios = 0;          ///< of all its sources; 0: no end
};

}  // namespace isochron
