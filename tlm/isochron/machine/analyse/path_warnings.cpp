// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/analyse/path_warnings.h>
#include <isochron/machine/workload/traffic/flat_traffic.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include <fmt/format.h>

#include <isochron/machine/workload/traffic/destinations.h>
#include <isochron/part/part_types.h>

namespace isochron {

namespace {

/// All that traffic could pass on the fewest hops, by whatever way.
class ShortestWays {
 public:
  ShortestWays(const Netlist& netlist, const Routes& routes, const FlatTraffic& traffic)
      : netlist_(netlist), routes_(routes), known_(routes.groups()) {
    Endpoints endpoints(netlist, traffic);
    std::map<const void*, std::vector<std::uint32_t>> spread;  // by list: one of each group
    for (std::size_t number = 0; number < traffic.sources.size(); ++number) {
      const std::size_t source = traffic.sources[number];
      const Endpoints::Targets targets = endpoints.targets(number);
      for (const PortRef& output : netlist.parts[source].config->sources()) {
        const FlatConnection& first = *netlist.behind(source, output);
        if (targets.only) {
          begin(first, *targets.only);
          pass_tail(first, *targets.only);
          continue;
        }
        if (begins_in_tail(first)) {
          pass_tail(first, routes.in_tail_of(routes.decision_of(first.to, first.input)));
          continue;
        }
        const auto [groups, is_new] = spread.try_emplace(targets.list.get());
        if (is_new) {
          groups->second = routes.one_of_each_group(*targets.list);
          for (const std::uint32_t endpoint : *targets.list) pass_tail(first, endpoint);
        }
        for (const std::uint32_t endpoint : groups->second) begin(first, endpoint);
      }
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

  /// To a hub of the endpoint's group.
  void begin(const FlatConnection& first, std::uint32_t endpoint) {
    if (first.to != netlist_.endpoints[endpoint] && !begins_in_tail(first)) reach(routes_.group_of(endpoint), first);
  }

  bool begins_in_tail(const FlatConnection& first) const {
    return routes_.in_tail_of(routes_.decision_of(first.to, first.input)) != Routes::far;
  }

  /// From the hub to the endpoint, or from where it begins behind the hub.
  void pass_tail(const FlatConnection& first, std::uint32_t endpoint) {
    const std::vector<std::size_t>& tail = routes_.tail(endpoint);
    auto from = tail.begin();
    if (begins_in_tail(first))
      from = std::find(tail.begin(), tail.end(), routes_.decision_of(first.to, first.input));
    else if (!tail.empty())
      beside(routes_.entries(endpoint).size());
    for (; from != tail.end(); ++from) parts_.insert(routes_.part_of(*from));
  }

  void beside(std::size_t ways) {
    parallel_ = std::max(parallel_, ways);
    different_ = std::lcm(different_, ways);
  }

  void reach(std::size_t group, const FlatConnection& connection) {
    parts_.insert(connection.to);
    const Place place{group, routes_.decision_of(connection.to, connection.input)};
    known_[group].resize(routes_.decisions());
    if (known_[group][place.second]) return;
    known_[group][place.second] = true;
    open_.push_back(place);
  }

  void follow() {
    while (!open_.empty()) {
      const auto [group, decision] = open_.back();
      open_.pop_back();
      const std::uint32_t distance = routes_.distance(decision, group);
      // Behind the last decision is the endpoint itself.
      if (distance == 1 || distance == Routes::far) continue;
      const std::size_t there = routes_.parallel(decision, group);
      beside(there);
      for (unsigned way = 0; way < there; ++way) reach(group, routes_.next(decision, group, way));
    }
  }

  const Netlist& netlist_;
  const Routes& routes_;
  std::vector<std::vector<bool>> known_;  ///< by group and decision
  std::vector<Place> open_;
  std::set<std::size_t> parts_;
  std::size_t parallel_ = 1;
  std::size_t different_ = 1;
};

}  // namespace

std::vector<Warning> path_warnings(const Netlist& netlist, const Routes& routes, const FlowLoads& loads) {
  std::vector<Warning> warnings;
  for (const FlatTraffic& traffic : netlist.workloads.of<FlatTraffic>()) {
    // With `via` somebody has said where it goes.
    if (traffic.explicit_routes != nullptr) continue;
    const ShortestWays ways(netlist, routes, traffic);
    const std::uint64_t told_apart = traffic.options.ways;
    if (told_apart > ways.different()) {
      warnings.push_back({fmt::format("the traffic `{}` has `ways: {}`, and no more than {} {} different", traffic.name,
                                      told_apart, ways.different(), ways.different() == 1 ? "is" : "are"),
                          fmt::format("Set `ways: {}`: more only take some of them more often", ways.different())});
      continue;
    }
    if (told_apart >= ways.parallel()) continue;
    // Links first: there is one wherever lines lie side by side.
    std::vector<std::size_t> links, idle;
    for (const std::size_t part : ways.parts())
      if (const PartConfig& config = *netlist.parts[part].config; is_link(config) || is_link_of_peers(config)) {
        links.push_back(part);
        if (loads.units(part).empty()) idle.push_back(part);
      }
    if (idle.empty()) continue;
    warnings.push_back(
        {fmt::format("{} of {} links on the shortest ways of the traffic `{}` carry nothing, `{}` among them: {} ways "
                     "lie side by side, and `ways` is {}",
                     idle.size(), links.size(), traffic.name, netlist.parts[idle.front()].path, ways.parallel(),
                     told_apart),
         fmt::format("Set `ways: {}` of the traffic", ways.parallel())});
  }
  return warnings;
}

}  // namespace isochron
