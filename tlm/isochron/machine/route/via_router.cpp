// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/route/via_router.h>
#include <isochron/machine/workload/traffic/flat_traffic.h>

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
    traffic.addressed_ways.clear();
    legs_.clear();
    const auto ways = static_cast<unsigned>(traffic.options.ways);
    const auto endpoints = static_cast<std::uint32_t>(netlist_.endpoints.size());
    for (std::size_t s = 0; s < traffic.sources.size(); ++s) {
      std::vector<std::uint8_t> table(std::size_t{endpoints} * ways, 0);
      for (std::uint32_t endpoint = 0; endpoint < endpoints; ++endpoint)
        for (unsigned way = 0; way < ways; ++way) {
          const std::size_t place = std::size_t{endpoint} * ways + way;
          const std::uint32_t explicit_route = traffic.explicit_routes->chosen[s * table.size() + place];
          if (explicit_route != ExplicitRoutes::unused)
            table[place] = static_cast<std::uint8_t>(addressed_way(traffic.sources[s], endpoint, way, explicit_route));
        }
      traffic.addressed_ways.push_back(std::make_shared<const std::vector<std::uint8_t>>(std::move(table)));
    }
  }

 private:
  /// A part that a route passes, with the output by which it leaves.
  struct Step {
    std::size_t part;
    PortRef output;
    std::size_t decision;
    bool has_choice;
    bool changes_address;  ///< it can
  };
  /// A piece of a route, with one way in its address.
  using Stage = std::vector<Step>;

  unsigned addressed_way(std::size_t source, std::uint32_t endpoint, unsigned way, std::uint32_t explicit_route) {
    if (traffic_->explicit_routes->all[explicit_route].empty()) return way;
    std::vector<Stage> stages;
    for (const PortRef& output : netlist_.parts[source].config->sources())
      add(cut(path(source, output, endpoint, way, explicit_route), source, endpoint), stages, source, endpoint);
    // A route that is the shortest anyway needs no way of its own.
    if (stages.size() == 1 && std::all_of(stages.front().begin(), stages.front().end(), [&](const Step& step) {
          return !step.has_choice || routes_.shortest_way(step.decision, endpoint, way) == step.output;
        }))
      return way;
    // Where an address changes, it becomes that of the next stage.
    std::optional<unsigned> own;
    for (auto stage = stages.rbegin(); stage != stages.rend(); ++stage) own = way_of(*stage, endpoint, own);
    return *own;
  }

  /// A way for the stage, behind which there is one with way `next` or the endpoint.
  unsigned way_of(const Stage& stage, std::uint32_t endpoint, const std::optional<unsigned>& next) {
    constexpr unsigned most = 1u << EndpointAddress::way_bits;
    for (unsigned own = routes_.ways(); own < most; ++own) {
      const auto leaves_by = [&](const Step& step) { return &step == &stage.back() ? next.value_or(own) : own; };
      if (std::any_of(stage.begin(), stage.end(), [&](const Step& step) {
            const PortRef* const taken = step.has_choice ? routes_.forced(step.part, endpoint, own) : nullptr;
            if (taken != nullptr && !(*taken == step.output)) return true;
            return step.changes_address &&
                   routes_.changed(step.part, endpoint, own).value_or(leaves_by(step)) != leaves_by(step);
          }))
        continue;
      for (const Step& step : stage) {
        if (step.has_choice && routes_.forced(step.part, endpoint, own) == nullptr)
          routes_.force(step.part, endpoint, own, step.output);
        if (step.changes_address && !routes_.changed(step.part, endpoint, own))
          routes_.change(step.part, endpoint, own, leaves_by(step));
      }
      return own;
    }
    throw InputError(traffic_->position,
                     fmt::format("routes to `{}` differ in more than {} ways", path_of(endpoint), most),
                     "Let `via` tell fewer of them apart");
  }

  /// All steps, but for those where nothing is decided.
  std::vector<Step> path(std::size_t source, const PortRef& output, std::uint32_t endpoint, unsigned way,
                         std::uint32_t explicit_route) {
    std::vector<Step> steps;
    const std::vector<std::uint32_t>& passed = traffic_->explicit_routes->all[explicit_route];
    const std::vector<std::size_t>& legs = legs_to(endpoint, explicit_route);
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
        const Step step{next->to, on, decision, routes_.outputs_of(decision) > 1,
                        netlist_.parts[next->to].config->changes_addresses(on)};
        if (step.has_choice || step.changes_address) steps.push_back(step);
        next = netlist_.behind(next->to, on);
      }
      if (!last && next->to == netlist_.endpoints[endpoint])
        no_way(passed[leg], netlist_.parts[source].path, pattern(passed[leg]));
    }
    return steps;
  }

  /// Pieces in which the path comes to a choice once. Each ends where its address can change.
  std::vector<Stage> cut(const std::vector<Step>& path, std::size_t source, std::uint32_t endpoint) const {
    std::vector<Stage> stages;
    auto first = path.begin();
    for (auto step = path.begin(); step != path.end(); ++step) {
      if (!step->has_choice) continue;
      const auto before =
          std::find_if(first, step, [&](const Step& one) { return one.has_choice && one.part == step->part; });
      if (before == step) continue;
      auto change = step;
      const auto can_change = [&](const Step& one) {
        return one.changes_address &&
               std::none_of(first, change, [&](const Step& other) { return other.part == one.part; });
      };
      while (change != before && !can_change(*change)) --change;
      if (change == before) comes_twice(source, endpoint, step->part);
      stages.emplace_back(first, change + 1);
      first = change + 1;
    }
    stages.emplace_back(first, path.end());
    return stages;
  }

  /// Adds the stages of another output of the source, which has the same ways in its addresses.
  void add(const std::vector<Stage>& more, std::vector<Stage>& stages, std::size_t source,
           std::uint32_t endpoint) const {
    if (stages.empty()) {
      stages = more;
      return;
    }
    // Where addresses change there is one chain of ways for all outputs.
    const auto same = [](const Step& one, const Step& other) {
      return one.part == other.part && one.output == other.output;
    };
    if (more.size() > 1 || stages.size() > 1) {
      for (std::size_t s = 0; s < std::max(more.size(), stages.size()); ++s)
        if (s == more.size() || s == stages.size() || more[s].size() != stages[s].size() ||
            !std::equal(more[s].begin(), more[s].end(), stages[s].begin(), same))
          comes_twice(source, endpoint, s < more.size() ? more[s].front().part : stages[s].front().part);
      return;
    }
    Stage& all = stages.front();
    for (const Step& step : more.front()) {
      const auto known = std::find_if(all.begin(), all.end(), [&](const Step& one) { return one.part == step.part; });
      if (known == all.end())
        all.push_back(step);
      else if (!same(*known, step))
        comes_twice(source, endpoint, step.part);
    }
  }

  [[noreturn]] void comes_twice(std::size_t source, std::uint32_t endpoint, std::size_t part) const {
    throw InputError(
        traffic_->explicit_routes->waypoints.front().position,
        fmt::format("the route from `{}` to `{}` comes to `{}` twice, which cannot tell how it goes on then",
                    netlist_.parts[source].path, path_of(endpoint), netlist_.parts[part].path),
        "Name parts in `via` that lie on one way, or let a bridge send it to the bus the second time");
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
  const std::vector<std::size_t>& legs_to(std::uint32_t endpoint, std::uint32_t explicit_route) {
    const std::size_t group = routes_.group_of(endpoint);
    const auto [place, is_new] = legs_.try_emplace({explicit_route, group});
    if (!is_new) return place->second;
    const std::vector<std::uint32_t>& passed = traffic_->explicit_routes->all[explicit_route];
    std::vector<std::size_t> legs(passed.size());
    const Routes::Distances* rest = &distances_to(group);
    for (std::size_t leg = passed.size(); leg-- > 0;) {
      std::vector<std::size_t> goals;
      for (const std::size_t part : traffic_->explicit_routes->waypoints[passed[leg]].parts)
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
    throw InputError(traffic_->explicit_routes->waypoints[waypoint].position,
                     fmt::format("there is no way from `{}` to `{}`", from, to),
                     "Name parts in `via` that lie on a way, in its order, or connect them");
  }

  const std::string& pattern(std::uint32_t waypoint) const {
    return traffic_->explicit_routes->waypoints[waypoint].pattern;
  }
  const std::string& path_of(std::uint32_t endpoint) const { return netlist_.parts[netlist_.endpoints[endpoint]].path; }

  const Netlist& netlist_;
  Routes& routes_;
  FlatTraffic* traffic_ = nullptr;
  std::vector<Goals> goals_;
  std::map<std::vector<std::size_t>, std::size_t> known_goals_;
  std::map<std::size_t, Routes::Distances> to_groups_;
  std::map<std::pair<std::uint32_t, std::size_t>, std::vector<std::size_t>> legs_;  ///< by explicit_route and group
};

unsigned ways_of(const Netlist& netlist) {
  std::uint64_t ways = 1;
  for (const FlatTraffic& traffic : netlist.workloads.of<FlatTraffic>()) ways = std::max(ways, traffic.options.ways);
  return static_cast<unsigned>(ways);
}

}  // namespace

Routes find_routes(Netlist& netlist) {
  Routes routes(netlist, ways_of(netlist));
  ViaRouter router(netlist, routes);
  for (FlatTraffic& traffic : netlist.workloads.of<FlatTraffic>())
    if (traffic.explicit_routes != nullptr) router.route(traffic);
  return routes;
}

}  // namespace isochron
