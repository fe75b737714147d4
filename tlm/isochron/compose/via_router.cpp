// SPDX-License-Identifier: Apache-2.0
#include <isochron/compose/via_router.h>

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include <isochron/protocol/endpoint_address.h>
#include <isochron/scenario/input_error.h>

namespace isochron {

namespace {

/// Finds the routes that `via` forces, and how an address says which one is meant. Parts route by endpoint and way
/// alone: routes to one endpoint share a way where, at every part that both pass, they go on alike.
class ViaRouter {
 public:
  ViaRouter(const Netlist& netlist, Routes& routes) : netlist_(netlist), routes_(routes) {}

  void route(FlatTraffic& traffic) {
    traffic_ = &traffic;
    legs_.clear();
    const auto ways = static_cast<unsigned>(traffic.options.ways);
    const auto endpoints = static_cast<std::uint32_t>(netlist_.endpoints.size());
    for (std::size_t s = 0; s < traffic.sources.size(); ++s) {
      std::vector<std::uint8_t> table(std::size_t{endpoints} * ways, 0);
      for (std::uint32_t endpoint = 0; endpoint < endpoints; ++endpoint)
        for (unsigned way = 0; way < ways; ++way) {
          const std::size_t place = std::size_t{endpoint} * ways + way;
          const std::uint32_t itinerary = traffic.itineraries->chosen[s * table.size() + place];
          if (itinerary != Itineraries::unused)
            table[place] = static_cast<std::uint8_t>(addressed_way(traffic.sources[s], endpoint, way, itinerary));
        }
      traffic.addressed_ways.push_back(std::make_shared<const std::vector<std::uint8_t>>(std::move(table)));
    }
  }

 private:
  /// Where a route has a choice.
  struct Step {
    std::size_t decision;
    PortRef output;
  };

  unsigned addressed_way(std::size_t source, std::uint32_t endpoint, unsigned way, std::uint32_t itinerary) {
    if (traffic_->itineraries->all[itinerary].empty()) return way;
    std::vector<Step> steps;
    for (const PortRef& output : netlist_.parts[source].config->sources())
      add_path(steps, source, output, endpoint, way, itinerary);
    // What is the shortest anyway needs no way of its own.
    if (std::all_of(steps.begin(), steps.end(), [&](const Step& step) {
          return routes_.shortest_way(step.decision, endpoint, way) == step.output;
        }))
      return way;
    constexpr unsigned most = 1u << EndpointAddress::way_bits;
    for (unsigned own = routes_.ways(); own < most; ++own) {
      if (std::any_of(steps.begin(), steps.end(), [&](const Step& step) {
            const PortRef* const taken = routes_.forced(routes_.part_of(step.decision), endpoint, own);
            return taken != nullptr && !(*taken == step.output);
          }))
        continue;
      for (const Step& step : steps)
        if (routes_.forced(routes_.part_of(step.decision), endpoint, own) == nullptr)
          routes_.force(routes_.part_of(step.decision), endpoint, own, step.output);
      return own;
    }
    throw InputError(traffic_->position,
                     fmt::format("routes to `{}` differ in more than {} ways", path_of(endpoint), most),
                     "Let `via` tell fewer of them apart");
  }

  void add_path(std::vector<Step>& steps, std::size_t source, const PortRef& output, std::uint32_t endpoint,
                unsigned way, std::uint32_t itinerary) {
    const std::vector<std::uint32_t>& passed = traffic_->itineraries->all[itinerary];
    const std::vector<std::size_t>& legs = legs_to(endpoint, itinerary);
    const std::size_t before = steps.size();
    const FlatConnection* next = netlist_.behind(source, output);
    for (std::size_t leg = 0; leg <= legs.size(); ++leg) {
      const bool last = leg == legs.size();
      const Routes::Distances& distances =
          last ? distances_to(routes_.group_of(endpoint)) : goals_[legs[leg]].distances;
      while (next->to != netlist_.endpoints[endpoint]) {
        const std::size_t decision = routes_.decision_of(next->to, next->input);
        if (distances[decision] == 0) break;
        // From the first waypoint on there is one.
        if (distances[decision] == Routes::far) no_way(passed[leg], netlist_.parts[source].path, pattern(passed[leg]));
        const PortRef on =
            last ? *routes_.shortest_way(decision, endpoint, way) : routes_.nearer(decision, distances, way);
        if (routes_.outputs_of(decision) > 1) add({decision, on}, steps, before, source, endpoint);
        next = netlist_.behind(next->to, on);
      }
      if (!last && next->to == netlist_.endpoints[endpoint])
        no_way(passed[leg], netlist_.parts[source].path, pattern(passed[leg]));
    }
  }

  /// `before`: steps of other outputs of the source.
  void add(const Step& step, std::vector<Step>& steps, std::size_t before, std::size_t source,
           std::uint32_t endpoint) const {
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (routes_.part_of(steps[i].decision) != routes_.part_of(step.decision)) continue;
      if (i < before && steps[i].output == step.output) return;
      throw InputError(
          traffic_->itineraries->waypoints.front().position,
          fmt::format("the route from `{}` to `{}` comes to `{}` twice, which cannot tell how it goes on then",
                      netlist_.parts[source].path, path_of(endpoint),
                      netlist_.parts[routes_.part_of(step.decision)].path),
          "Name parts in `via` that lie on one way");
    }
    steps.push_back(step);
  }

  /// Decisions that a leg leads to, those from which the rest can be reached.
  struct Goals {
    std::vector<std::size_t> decisions;
    Routes::Distances distances;
  };

  const Routes::Distances& distances_to(std::size_t group) {
    const auto [place, is_new] = to_groups_.try_emplace(group);
    if (is_new) place->second = routes_.distances_to(group);
    return place->second;
  }

  /// Places in `goals_`, a leg each but for the last.
  const std::vector<std::size_t>& legs_to(std::uint32_t endpoint, std::uint32_t itinerary) {
    const std::size_t group = routes_.group_of(endpoint);
    const auto [place, is_new] = legs_.try_emplace({itinerary, group});
    if (!is_new) return place->second;
    const std::vector<std::uint32_t>& passed = traffic_->itineraries->all[itinerary];
    std::vector<std::size_t> legs(passed.size());
    const Routes::Distances* rest = &distances_to(group);
    for (std::size_t leg = passed.size(); leg-- > 0;) {
      std::vector<std::size_t> goals;
      for (const std::size_t part : traffic_->itineraries->waypoints[passed[leg]].parts)
        for (const std::size_t decision : routes_.decisions_of(part))
          if ((*rest)[decision] != Routes::far) goals.push_back(decision);
      if (goals.empty())
        no_way(passed[leg], pattern(passed[leg]),
               leg + 1 == passed.size() ? path_of(endpoint) : pattern(passed[leg + 1]));
      const auto [known, is_goal_new] = known_goals_.emplace(goals, goals_.size());
      if (is_goal_new) goals_.push_back({goals, routes_.distances(goals, 0)});
      legs[leg] = known->second;
      rest = &goals_[legs[leg]].distances;
    }
    return place->second = std::move(legs);
  }

  [[noreturn]] void no_way(std::uint32_t waypoint, const std::string& from, const std::string& to) const {
    throw InputError(traffic_->itineraries->waypoints[waypoint].position,
                     fmt::format("there is no way from `{}` to `{}`", from, to),
                     "Name parts in `via` that lie on a way, in its order, or connect them");
  }

  const std::string& pattern(std::uint32_t waypoint) const {
    return traffic_->itineraries->waypoints[waypoint].pattern;
  }
  const std::string& path_of(std::uint32_t endpoint) const { return netlist_.parts[netlist_.endpoints[endpoint]].path; }

  const Netlist& netlist_;
  Routes& routes_;
  FlatTraffic* traffic_ = nullptr;
  std::vector<Goals> goals_;
  std::map<std::vector<std::size_t>, std::size_t> known_goals_;
  std::map<std::size_t, Routes::Distances> to_groups_;
  std::map<std::pair<std::uint32_t, std::size_t>, std::vector<std::size_t>> legs_;  ///< by itinerary and group
};

unsigned ways_of(const Netlist& netlist) {
  std::uint64_t ways = 1;
  for (const FlatTraffic& traffic : netlist.traffic) ways = std::max(ways, traffic.options.ways);
  return static_cast<unsigned>(ways);
}

}  // namespace

Routes find_routes(Netlist& netlist) {
  Routes routes(netlist, ways_of(netlist));
  ViaRouter router(netlist, routes);
  for (FlatTraffic& traffic : netlist.traffic)
    if (traffic.itineraries != nullptr) router.route(traffic);
  return routes;
}

}  // namespace isochron
