// SPDX-License-Identifier: Apache-2.0
#include <isochron/compose/routes.h>

#include <algorithm>
#include <map>
#include <queue>
#include <set>
#include <tuple>

#include <isochron/compose/first_circle.h>

namespace isochron {

Routes::Routes(const Netlist& netlist, unsigned ways) : netlist_(netlist), ways_(ways), addressed_ways_(ways) {
  endpoint_of_.assign(netlist.parts.size(), far);
  for (std::size_t e = 0; e < netlist.endpoints.size(); ++e)
    endpoint_of_[netlist.endpoints[e]] = static_cast<std::uint32_t>(e);
  find_decisions();
  find_groups();
  for (const std::vector<std::size_t>& last : last_decisions_) distance_.push_back(distances(last, 1));
}

void Routes::find_decisions() {
  for (std::size_t p = 0; p < netlist_.parts.size(); ++p) {
    const FlatPart& part = netlist_.parts[p];
    decisions_at_.emplace_back(part.groups.size());
    std::map<std::vector<PortRef>, std::size_t> known;
    for (unsigned g = 0; g < part.groups.size(); ++g) {
      decisions_at_.back()[g].assign(part.joined[g].size(), 0);
      const Port::Role role = part.groups[g].role;
      if (role == Port::Role::initiator || role == Port::Role::sender) continue;
      for (unsigned i = 0; i < part.joined[g].size(); ++i) {
        std::vector<PortRef> outputs = part.config->ways_from({g, i}, part.plan);
        const auto [place, is_new] = known.emplace(outputs, decisions_.size());
        decisions_at_.back()[g][i] = place->second;
        if (!is_new) continue;
        std::stable_sort(outputs.begin(), outputs.end(), [&part](const PortRef& a, const PortRef& b) {
          return part.joined[a.group][a.index] < part.joined[b.group][b.index];
        });
        decisions_.push_back({p, std::move(outputs)});
      }
    }
  }
  before_.resize(decisions_.size());
  for (std::size_t d = 0; d < decisions_.size(); ++d)
    for (const PortRef& output : decisions_[d].outputs)
      if (const FlatConnection* const to = netlist_.behind(decisions_[d].part, output))
        before_[decision_of(to->to, to->input)].push_back(d);
}

void Routes::find_groups() {
  // By who hands to the endpoint.
  std::map<std::vector<std::size_t>, std::size_t> known;
  for (std::uint32_t e = 0; e < netlist_.endpoints.size(); ++e) {
    const std::size_t part = netlist_.endpoints[e];
    std::vector<std::size_t> last;
    for (const auto& group : decisions_at_[part])
      for (const std::size_t decision : group)
        last.insert(last.end(), before_[decision].begin(), before_[decision].end());
    std::sort(last.begin(), last.end());
    last.erase(std::unique(last.begin(), last.end()), last.end());
    const auto [place, is_new] = known.emplace(last, members_.size());
    if (is_new) {
      members_.emplace_back();
      last_decisions_.push_back(last);
    }
    members_[place->second].push_back(e);
    group_of_.push_back(place->second);
  }
}

Routes::Distances Routes::distances(const std::vector<std::size_t>& goals, std::uint32_t first) const {
  Distances distance(decisions_.size(), far);
  std::queue<std::size_t> open;
  for (const std::size_t decision : goals) {
    distance[decision] = first;
    open.push(decision);
  }
  for (; !open.empty(); open.pop())
    for (const std::size_t before : before_[open.front()])
      if (distance[before] == far) {
        distance[before] = distance[open.front()] + 1;
        open.push(before);
      }
  return distance;
}

std::vector<std::size_t> Routes::decisions_of(std::size_t part) const {
  std::vector<std::size_t> found;
  const auto first = std::lower_bound(decisions_.begin(), decisions_.end(), part,
                                      [](const Decision& one, std::size_t wanted) { return one.part < wanted; });
  for (auto one = first; one != decisions_.end() && one->part == part; ++one)
    found.push_back(static_cast<std::size_t>(one - decisions_.begin()));
  return found;
}

void Routes::force(std::size_t part, std::uint32_t endpoint, unsigned way, const PortRef& output) {
  forced_[place_of(part, endpoint)].emplace_back(way, output);
  addressed_ways_ = std::max(addressed_ways_, way + 1);
}

const PortRef* Routes::forced(std::size_t part, std::uint32_t endpoint, unsigned way) const {
  const auto found = forced_.find(place_of(part, endpoint));
  if (found == forced_.end()) return nullptr;
  for (const auto& [forced, output] : found->second)
    if (forced == way) return &output;
  return nullptr;
}

std::vector<PortRef> Routes::shortest(std::size_t decision, const Distances& distances) const {
  const Decision& at = decisions_[decision];
  std::vector<PortRef> found;
  for (const PortRef& output : at.outputs) {
    const FlatConnection* const to = netlist_.behind(at.part, output);
    if (to == nullptr) continue;
    const std::uint32_t there = distances[decision_of(to->to, to->input)];
    if (there != far && there + 1 == distances[decision]) found.push_back(output);
  }
  return found;
}

PortRef Routes::nearer(std::size_t decision, const Distances& distances, unsigned way) const {
  const std::vector<PortRef> outputs = shortest(decision, distances);
  return outputs[way % outputs.size()];
}

const FlatConnection& Routes::next(std::size_t decision, std::size_t group, unsigned way) const {
  return *netlist_.behind(decisions_[decision].part, nearer(decision, distance_[group], way));
}

std::optional<PortRef> Routes::choose(std::size_t decision, std::size_t group, std::uint32_t endpoint,
                                      unsigned way) const {
  const std::uint32_t here = distance_[group][decision];
  if (here == far) return std::nullopt;
  std::vector<PortRef> outputs;
  if (here > 1) {
    outputs = shortest(decision, distance_[group]);
  } else {
    const Decision& at = decisions_[decision];
    for (const PortRef& output : at.outputs)
      if (const FlatConnection* const to = netlist_.behind(at.part, output))
        if (to->to == netlist_.endpoints[endpoint]) outputs.push_back(output);
  }
  return outputs[way % outputs.size()];
}

std::optional<PortRef> Routes::output(std::size_t part, const PortRef& input, std::uint32_t endpoint,
                                      unsigned way) const {
  if (const PortRef* const own = forced(part, endpoint, way)) return *own;
  return shortest_way(decision_of(part, input), endpoint, way);
}

std::vector<Routes::Hop> Routes::hops(std::size_t source, const PortRef& output, std::uint32_t endpoint,
                                      unsigned way) const {
  std::vector<Hop> passed{{source, output, {0, 0}}};
  const FlatConnection* next = netlist_.behind(source, output);
  while (next != nullptr) {
    if (next->to == netlist_.endpoints[endpoint]) {
      passed.push_back({next->to, {0, 0}, next->input});
      return passed;
    }
    const std::optional<PortRef> way_on = this->output(next->to, next->input, endpoint, way);
    // Distances fall from hop to hop, and no forced route comes to a choice twice, so this ends.
    if (!way_on) return {};
    passed.push_back({next->to, *way_on, next->input});
    next = netlist_.behind(next->to, *way_on);
  }
  return {};
}

void Routes::store(Netlist& netlist) const {
  const auto endpoints = static_cast<std::uint32_t>(netlist.endpoints.size());
  for (FlatPart& part : netlist.parts) {
    part.plan.endpoints = endpoints;
    part.plan.ways = addressed_ways_;
  }
  for (std::size_t d = 0; d < decisions_.size(); ++d) {
    const Decision& at = decisions_[d];
    if (at.outputs.size() < 2) continue;
    // By endpoint: the outputs of its ways.
    std::vector<std::vector<PortRef>> choices(endpoints);
    for (std::size_t group = 0; group < members_.size(); ++group) {
      if (distance_[group][d] == far || distance_[group][d] == 1) continue;
      const std::vector<PortRef> outputs = shortest(d, distance_[group]);
      for (const std::uint32_t endpoint : members_[group]) choices[endpoint] = outputs;
    }
    for (const PortRef& output : at.outputs)
      if (const FlatConnection* const to = netlist_.behind(at.part, output))
        if (const std::uint32_t endpoint = endpoint_of_[to->to]; endpoint != far) choices[endpoint].push_back(output);

    std::vector<RouteEntry>& routes = netlist.parts[at.part].plan.routes;
    const auto add = [&routes](std::uint32_t endpoint, unsigned way, const PortRef& output) {
      if (!routes.empty() && routes.back().last + 1 == endpoint && routes.back().way == way &&
          routes.back().output == output)
        ++routes.back().last;
      else
        routes.push_back({endpoint, endpoint, way, output});
    };
    for (std::uint32_t endpoint = 0; endpoint < endpoints; ++endpoint) {
      const std::vector<PortRef>& outputs = choices[endpoint];
      if (outputs.empty()) continue;
      const auto own = forced_.find(place_of(at.part, endpoint));
      if (own == forced_.end() && (outputs.size() == 1 || ways_ == 1))
        add(endpoint, all_ways, outputs.front());
      else
        for (unsigned way = 0; way < ways_; ++way)
          routes.push_back({endpoint, endpoint, way, outputs[way % outputs.size()]});
      if (own == forced_.end()) continue;
      for (const auto& [way, output] : own->second) routes.push_back({endpoint, endpoint, way, output});
    }
  }
}

std::vector<std::string> Routes::deadlock() const {
  // Who holds a buffer of one output while it asks for one of another.
  using Output = std::pair<std::size_t, PortRef>;
  std::map<Output, std::set<Output>> asks;
  const auto follow = [&](const Output& begin, std::uint32_t endpoint, unsigned way) {
    std::optional<Output> held;
    for (const Hop& hop : hops(begin.first, begin.second, endpoint, way)) {
      const FlatPart& part = netlist_.parts[hop.part];
      if (part.config->is_sink() || !part.groups[hop.output.group].buffered) continue;
      const Output wanted{hop.part, hop.output};
      if (held) asks[*held].insert(wanted);
      held = wanted;
    }
  };
  for (const FlatTraffic& traffic : netlist_.traffic) {
    if (traffic.itineraries != nullptr) {
      // Where parts force routes, each that is taken, once.
      std::set<std::tuple<std::size_t, std::uint32_t, unsigned>> followed;
      const std::size_t of_source = netlist_.endpoints.size() * traffic.options.ways;
      for (std::size_t s = 0; s < traffic.sources.size(); ++s)
        for (const PortRef& output : netlist_.parts[traffic.sources[s]].config->sources()) {
          const FlatConnection* const to = netlist_.behind(traffic.sources[s], output);
          for (std::size_t i = 0; to != nullptr && i < of_source; ++i) {
            if (traffic.itineraries->chosen[s * of_source + i] == Itineraries::unused) continue;
            const auto endpoint = static_cast<std::uint32_t>(i / traffic.options.ways);
            const unsigned way = (*traffic.addressed_ways[s])[i];
            if (followed.emplace(decision_of(to->to, to->input), endpoint, way).second)
              follow({traffic.sources[s], output}, endpoint, way);
          }
        }
      continue;
    }
    // What begins at the same inputs goes on in the same way, and what goes to one group too.
    std::map<std::size_t, Output> begins;  // by decision
    std::set<std::size_t> goals;
    for (const std::size_t source : traffic.sources)
      for (const PortRef& output : netlist_.parts[source].config->sources())
        if (const FlatConnection* const to = netlist_.behind(source, output))
          begins.emplace(decision_of(to->to, to->input), Output{source, output});
    for (const std::size_t sink : traffic.sinks) goals.insert(group_of_[endpoint_of_[sink]]);
    for (const auto& [decision, begin] : begins)
      for (const std::size_t goal : goals)
        for (unsigned way = 0; way < ways_; ++way) follow(begin, members_[goal].front(), way);
  }

  std::vector<std::string> circle;
  for (const auto& [part, output] : first_circle(asks))
    circle.push_back(netlist_.parts[part].path + "." + netlist_.parts[part].port_name(output));
  return circle;
}

}  // namespace isochron
