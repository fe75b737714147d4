// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/traffic/flat_traffic.h>
#include <isochron/machine/workload/traffic/via_resolver.h>

#include <algorithm>
#include <map>
#include <unordered_map>

#include <fmt/format.h>

#include <isochron/machine/elaborate/part_pattern.h>
#include <isochron/machine/route/via_names.h>
#include <isochron/machine/route/way_choice.h>
#include <isochron/machine/workload/traffic/flow_loads.h>
#include <isochron/scenario/input_error.h>

namespace isochron {

namespace {

constexpr std::size_t most_waypoints = 16;

class ViaResolver {
 public:
  ViaResolver(const TrafficDeclaration& declared, const Names& parameters, const Netlist& netlist)
      : declared_(declared), names_(Names::within(parameters)), netlist_(netlist), nodes_(endpoint_nodes(netlist)) {
    for (const char* const name : route_names)
      if (names_.find(name) != nullptr)
        throw InputError(declared.via.front().at.position(),
                         fmt::format("the parameter `{}` has the name of what `via` is worked out with", name),
                         "Give the parameter another name");
    if (declared.via.size() > most_waypoints)
      throw InputError(declared.via[most_waypoints].at.position(),
                       fmt::format("`via` has more than {} parts", most_waypoints), "Leave some out");
    explicit_routes_.all.emplace_back();
    known_[{}] = 0;
  }

  void resolve(FlatTraffic& traffic) {
    const std::size_t of_source = netlist_.endpoints.size() * traffic.options.ways;
    explicit_routes_.chosen.assign(traffic.sources.size() * of_source, ExplicitRoutes::unused);
    Endpoints endpoints(netlist_, traffic);
    for (std::size_t s = 0; s < traffic.sources.size(); ++s) {
      const std::string& path = netlist_.parts[traffic.sources[s]].path;
      names_.set("source.node", Number::whole(first_index(path)));
      names_.set("source.index", Number::whole(last_index(path)));
      const WayChoice choice(traffic.options, path, nodes_);
      for (const std::uint32_t endpoint : endpoints.used(s)) {
        const std::string& sink = netlist_.parts[netlist_.endpoints[endpoint]].path;
        names_.set("sink.node", Number::whole(first_index(sink)));
        names_.set("sink.index", Number::whole(last_index(sink)));
        for (unsigned way = 0; way < choice.ways(); ++way) {
          if (!choice.in_turn() && way != choice.to(endpoint)) continue;
          names_.set("way", Number::whole(way));
          explicit_routes_.chosen[s * of_source + std::size_t{endpoint} * choice.ways() + way] = explicit_route();
        }
      }
    }
    // Where nothing is forced there is nothing to tell apart.
    if (explicit_routes_.all.size() > 1)
      traffic.explicit_routes = std::make_shared<const ExplicitRoutes>(std::move(explicit_routes_));
  }

 private:
  /// As the names are.
  std::uint32_t explicit_route() {
    passed_.clear();
    for (const ViaDeclaration& via : declared_.via)
      if (!via.when || via.when->flag(names_, "`when`")) passed_.push_back(waypoint(via));
    const auto [place, is_new] = known_.emplace(passed_, explicit_routes_.all.size());
    if (is_new) explicit_routes_.all.push_back(passed_);
    return place->second;
  }

  std::uint32_t waypoint(const ViaDeclaration& via) {
    const std::string pattern = via.at.pattern(names_);
    const auto [place, is_new] = known_waypoints_.emplace(pattern, explicit_routes_.waypoints.size());
    if (is_new) explicit_routes_.waypoints.push_back({pattern, via.at.position(), parts(pattern, via.at.position())});
    return place->second;
  }

  std::vector<std::size_t> parts(const std::string& pattern, const SourcePosition& position) {
    if (places_.empty())
      for (std::size_t p = 0; p < netlist_.parts.size(); ++p) places_.emplace(netlist_.parts[p].path, p);
    const auto found = places_.find(pattern);
    if (found != places_.end()) return {found->second};
    return matching(netlist_.parts, {pattern, position});
  }

  const TrafficDeclaration& declared_;
  Names names_;
  const Netlist& netlist_;
  std::shared_ptr<const EndpointNodes> nodes_;
  ExplicitRoutes explicit_routes_;
  std::vector<std::uint32_t> passed_;
  std::map<std::vector<std::uint32_t>, std::uint32_t> known_;
  std::unordered_map<std::string, std::uint32_t> known_waypoints_;
  std::unordered_map<std::string, std::size_t> places_;  ///< parts by path
};

}  // namespace

void resolve_via(const TrafficDeclaration& declared, const Names& parameters, const Netlist& netlist,
                 FlatTraffic& traffic) {
  ViaResolver(declared, parameters, netlist).resolve(traffic);
}

}  // namespace isochron
