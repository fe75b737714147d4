// SPDX-License-Identifier: Apache-2.0
#include <isochron/compose/way_doubts.h>

#include <algorithm>
#include <numeric>
#include <set>

#include <fmt/format.h>

#include <isochron/compose/destinations.h>

namespace isochron {

namespace {

/// All that traffic could pass on the fewest hops, by whatever way.
class ShortestWays {
 public:
  ShortestWays(const Netlist& netlist, const Routes& routes, const FlatTraffic& traffic)
      : netlist_(netlist), routes_(routes) {
    Endpoints endpoints(netlist, traffic);
    for (unsigned number = 0; number < traffic.sources.size(); ++number) {
      const std::vector<std::uint32_t>& list = traffic.trace_has_sinks ? *endpoints.every() : *endpoints.of(number);
      const std::vector<double> shares = destination_shares(traffic, list, number);
      const std::size_t source = traffic.sources[number];
      for (const PortRef& output : netlist.parts[source].config->sources())
        for (std::size_t e = 0; e < list.size(); ++e)
          if (traffic.trace_has_sinks || shares[e] > 0) begin(*netlist.behind(source, output), list[e]);
    }
    follow();
  }

  const std::set<std::size_t>& parts() const { return parts_; }
  /// The most that are side by side at a place.
  std::size_t parallel() const { return parallel_; }
  /// How many numbers of a way are different; more only repeat them.
  std::size_t different() const { return different_; }

 private:
  using Place = std::pair<std::size_t, std::size_t>;  ///< group and decision

  void begin(const FlatConnection& first, std::uint32_t endpoint) {
    if (first.to != netlist_.endpoints[endpoint]) reach(routes_.group_of(endpoint), first);
  }

  void reach(std::size_t group, const FlatConnection& connection) {
    parts_.insert(connection.to);
    const Place place{group, routes_.decision_of(connection.to, connection.input)};
    if (known_.insert(place).second) open_.push_back(place);
  }

  void follow() {
    while (!open_.empty()) {
      const auto [group, decision] = open_.back();
      open_.pop_back();
      const std::uint32_t distance = routes_.distance(decision, group);
      // Behind the last decision is the endpoint itself.
      if (distance == 1 || distance == Routes::far) continue;
      const std::size_t there = routes_.parallel(decision, group);
      parallel_ = std::max(parallel_, there);
      different_ = std::lcm(different_, there);
      for (unsigned way = 0; way < there; ++way) reach(group, routes_.next(decision, group, way));
    }
  }

  const Netlist& netlist_;
  const Routes& routes_;
  std::set<Place> known_;
  std::vector<Place> open_;
  std::set<std::size_t> parts_;
  std::size_t parallel_ = 1;
  std::size_t different_ = 1;
};

}  // namespace

std::vector<Doubt> way_doubts(const Netlist& netlist, const Routes& routes, const FlowLoads& loads) {
  std::vector<Doubt> doubts;
  for (const FlatTraffic& traffic : netlist.traffic) {
    // With `via` somebody has said where it goes.
    if (traffic.itineraries != nullptr) continue;
    const ShortestWays ways(netlist, routes, traffic);
    const std::uint64_t told_apart = traffic.options.ways;
    if (told_apart > ways.different()) {
      doubts.push_back({fmt::format("the traffic `{}` has `ways: {}`, and no more than {} {} different", traffic.name,
                                    told_apart, ways.different(), ways.different() == 1 ? "is" : "are"),
                        fmt::format("Set `ways: {}`: more only take some of them more often", ways.different())});
      continue;
    }
    if (told_apart >= ways.parallel()) continue;
    // Links first: there is one wherever lines lie side by side.
    std::vector<std::size_t> links, idle;
    for (const std::size_t part : ways.parts())
      if (is_link(*netlist.parts[part].config)) {
        links.push_back(part);
        if (loads.units(part).empty()) idle.push_back(part);
      }
    if (idle.empty()) continue;
    doubts.push_back(
        {fmt::format("{} of {} links on the shortest ways of the traffic `{}` carry nothing, `{}` among them: {} ways "
                     "lie side by side, and `ways` is {}",
                     idle.size(), links.size(), traffic.name, netlist.parts[idle.front()].path, ways.parallel(),
                     told_apart),
         fmt::format("Set `ways: {}` of the traffic", ways.parallel())});
  }
  return doubts;
}

}  // namespace isochron
