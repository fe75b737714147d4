// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/route/routes.h>
#include <isochron/machine/workload/traffic/flat_traffic.h>

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include <isochron/machine/route/first_cycle.h>
#include <isochron/machine/workload/traffic/flow_loads.h>
#include <isochron/part/part_types.h>
#include <isochron/scenario/input_error.h>

namespace isochron {

namespace {

/// Decisions from which there is a way to a group, of all groups: memory grows with them.
constexpr std::size_t most_reached = 300'000'000;

}  // namespace

Routes::Routes(const Netlist& netlist, unsigned ways)
    : netlist_(netlist),
      ways_(ways),
      addressed_ways_(ways),
      has_tails_(std::all_of(netlist.workloads.of<FlatTraffic>().begin(), netlist.workloads.of<FlatTraffic>().end(),
                             [](const FlatTraffic& traffic) { return traffic.explicit_routes == nullptr; })) {
  endpoint_of_.assign(netlist.parts.size(), far);
  for (std::size_t e = 0; e < netlist.endpoints.size(); ++e)
    endpoint_of_[netlist.endpoints[e]] = static_cast<std::uint32_t>(e);
  find_decisions();
  find_groups();
  find_entries();
  find_ahead();
  reached_.assign(decisions_.size(), far);
  for (const std::vector<std::size_t>& hubs : hubs_) find_distances(hubs);
  shortest_.resize(groups());
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
        decisions_.push_back({p, std::move(outputs), {}});
      }
    }
  }
  before_.resize(decisions_.size());
  for (std::size_t d = 0; d < decisions_.size(); ++d)
    for (const PortRef& output : decisions_[d].outputs) {
      const FlatConnection* const to = netlist_.behind(decisions_[d].part, output);
      decisions_[d].to.push_back(to == nullptr ? nowhere : decision_of(to->to, to->input));
      if (to != nullptr) before_[decisions_[d].to.back()].push_back(d);
    }
}

std::vector<std::size_t> Routes::before(std::size_t decision) const {
  std::vector<std::size_t> before = before_[decision];
  std::sort(before.begin(), before.end());
  before.erase(std::unique(before.begin(), before.end()), before.end());
  return before;
}

std::vector<std::size_t> Routes::find_tail(std::uint32_t endpoint) {
  // By who hands to the endpoint.
  std::vector<std::size_t> last;
  for (const std::size_t decision : decisions_of(netlist_.endpoints[endpoint]))
    last.insert(last.end(), before_[decision].begin(), before_[decision].end());
  std::sort(last.begin(), last.end());
  last.erase(std::unique(last.begin(), last.end()), last.end());
  std::vector<std::size_t>& tail = tails_[endpoint];
  const auto is_link = [this](const std::vector<std::size_t>& hubs) {
    // What ends at a part on the way comes by the same link as what passes it.
    return hubs.size() == 1 && decisions_[hubs.front()].outputs.size() == 1 &&
           endpoint_of_[decisions_[hubs.front()].part] == far;
  };
  for (; has_tails_ && is_link(last); last = before(last.front())) tail.push_back(last.front());
  if (tail.empty()) return last;
  // A tail has one hub.
  if (last.size() != 1) {
    last = {tail.back()};
    tail.pop_back();
  }
  std::reverse(tail.begin(), tail.end());
  for (const std::size_t decision : tail) in_tail_of_[decision] = endpoint;
  return last;
}

void Routes::find_groups() {
  in_tail_of_.assign(decisions_.size(), far);
  tails_.resize(netlist_.endpoints.size());
  std::map<std::vector<std::size_t>, std::size_t> known;
  for (std::uint32_t e = 0; e < netlist_.endpoints.size(); ++e) {
    std::vector<std::size_t> hubs = find_tail(e);
    const auto [place, is_new] = known.emplace(hubs, members_.size());
    if (is_new) {
      members_.emplace_back();
      hubs_.push_back(std::move(hubs));
    }
    members_[place->second].push_back(e);
    group_of_.push_back(place->second);
  }
}

std::vector<std::uint32_t> Routes::one_of_each_group(const std::vector<std::uint32_t>& endpoints) const {
  std::vector<bool> met(groups(), false);
  std::vector<std::uint32_t> found;
  for (const std::uint32_t endpoint : endpoints) {
    if (!met[group_of_[endpoint]]) found.push_back(endpoint);
    met[group_of_[endpoint]] = true;
  }
  return found;
}

void Routes::find_entries() {
  entries_.resize(netlist_.endpoints.size());
  for (std::size_t d = 0; d < decisions_.size(); ++d) {
    if (in_tail_of_[d] != far) continue;
    for (const PortRef& output : decisions_[d].outputs) {
      const FlatConnection* const to = netlist_.behind(decisions_[d].part, output);
      if (to == nullptr) continue;
      const std::uint32_t direct = endpoint_of_[to->to];
      const std::uint32_t endpoint = direct != far ? direct : in_tail_of_[decision_of(to->to, to->input)];
      if (endpoint != far) entries_[endpoint].push_back({d, output});
    }
  }
}

const std::vector<std::size_t>& Routes::reach(const std::vector<std::size_t>& goals, std::uint32_t first,
                                              const std::vector<char>& closed) const {
  for (const std::size_t decision : order_) reached_[decision] = far;
  order_.clear();
  for (const std::size_t decision : goals) {
    reached_[decision] = first;
    order_.push_back(decision);
  }
  for (std::size_t at = 0; at < order_.size(); ++at)
    for (const std::size_t before : before_[order_[at]])
      if (reached_[before] == far && (closed.empty() || !closed[decisions_[before].part])) {
        reached_[before] = reached_[order_[at]] + 1;
        order_.push_back(before);
      }
  return order_;
}

Routes::Distances Routes::distances(const std::vector<std::size_t>& goals, std::uint32_t first,
                                    const std::vector<char>& closed) const {
  reach(goals, first, closed);
  return reached_;
}

void Routes::find_ahead() {
  std::vector<bool> is_junction(decisions_.size(), false);
  for (const std::vector<std::size_t>& hubs : hubs_)
    for (const std::size_t hub : hubs) is_junction[hub] = true;
  ahead_.resize(decisions_.size());
  for (std::size_t d = 0; d < decisions_.size(); ++d) {
    if (!is_junction[d] && decisions_[d].outputs.size() < 2) continue;
    ahead_[d].junction = static_cast<std::uint32_t>(junctions_.size());
    junctions_.push_back(d);
  }
  std::vector<bool> passed(decisions_.size(), false);  // also where it leads nowhere, or round in a cycle of links
  for (const std::size_t junction : junctions_) passed[junction] = true;
  std::vector<std::size_t> links;
  for (std::size_t d = 0; d < decisions_.size(); ++d) {
    links.clear();
    Ahead end;
    for (std::size_t at = d;;) {
      if (passed[at]) {
        end = ahead_[at];
        break;
      }
      passed[at] = true;
      links.push_back(at);
      if (decisions_[at].outputs.empty()) break;
      const FlatConnection* const to = netlist_.behind(decisions_[at].part, decisions_[at].outputs.front());
      if (to == nullptr) break;
      at = decision_of(to->to, to->input);
    }
    if (end.junction == far) continue;
    for (auto link = links.rbegin(); link != links.rend(); ++link) {
      ++end.links;
      ahead_[*link] = end;
    }
  }
}

void Routes::find_distances(const std::vector<std::size_t>& hubs) {
  FromJunctions& from = distance_.emplace_back();
  std::uint32_t first = far, last = 0;
  const std::vector<std::size_t>& reached = reach(hubs, 1);
  if (reached.size() > most_reached - reached_in_all_)
    throw InputError(netlist_.parts[netlist_.endpoints.front()].position,
                     fmt::format("the machine has too many ways: more than {} million from a part to sinks that are "
                                 "reached alike",
                                 most_reached / 1'000'000),
                     "Make the machine smaller, or let more sinks share a bus or a switch");
  reached_in_all_ += reached.size();
  for (const std::size_t decision : reached) {
    if (ahead_[decision].links > 0) continue;
    first = std::min(first, ahead_[decision].junction);
    last = std::max(last, ahead_[decision].junction);
  }
  if (first == far) return;
  from.first = first;
  from.of.reserve(last - first + 1);
  for (std::uint32_t junction = first; junction <= last; ++junction) from.of.push_back(reached_[junctions_[junction]]);
}

std::uint32_t Routes::distance(std::size_t decision, std::size_t group) const {
  const Ahead& ahead = ahead_[decision];
  if (ahead.junction == far) return far;
  const std::uint32_t there = distance_[group].at(ahead.junction);
  return there == far ? far : there + ahead.links;
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

void Routes::change(std::size_t part, std::uint32_t endpoint, unsigned way, unsigned next) {
  changed_[place_of(part, endpoint)].emplace_back(way, next);
}

std::optional<unsigned> Routes::changed(std::size_t part, std::uint32_t endpoint, unsigned way) const {
  const auto found = changed_.find(place_of(part, endpoint));
  if (found == changed_.end()) return std::nullopt;
  for (const auto& [changed, next] : found->second)
    if (changed == way) return next;
  return std::nullopt;
}

const std::vector<PortRef>& Routes::shortest(std::size_t decision, std::size_t group) const {
  const Decision& at = decisions_[decision];
  if (at.outputs.size() == 1) return at.outputs;
  std::vector<PortRef>* found = &few_;
  if (at.outputs.size() > few) {
    const auto [place, is_new] = shortest_[group].try_emplace(decision);
    if (!is_new) return place->second;
    found = &place->second;
  }
  found->clear();
  const std::uint32_t here = distance(decision, group);
  for (std::size_t i = 0; i < at.outputs.size(); ++i) {
    if (at.to[i] == nowhere) continue;
    const std::uint32_t there = distance(at.to[i], group);
    if (there != far && there + 1 == here) found->push_back(at.outputs[i]);
  }
  return *found;
}

PortRef Routes::nearer(std::size_t decision, const Distances& distances, unsigned way) const {
  const Decision& at = decisions_[decision];
  const auto brings_nearer = [&](std::size_t i) {
    return at.to[i] != nowhere && distances[at.to[i]] != far && distances[at.to[i]] + 1 == distances[decision];
  };
  std::size_t number = 0;
  for (std::size_t i = 0; i < at.outputs.size(); ++i) number += brings_nearer(i) ? 1 : 0;
  std::size_t left = way % number;
  for (std::size_t i = 0;; ++i)
    if (brings_nearer(i) && left-- == 0) return at.outputs[i];
}

const FlatConnection& Routes::next(std::size_t decision, std::size_t group, unsigned way) const {
  const std::vector<PortRef>& outputs = shortest(decision, group);
  return *netlist_.behind(decisions_[decision].part, outputs[way % outputs.size()]);
}

std::optional<PortRef> Routes::shortest_way(std::size_t decision, std::uint32_t endpoint, unsigned way) const {
  if (in_tail_of_[decision] != far) {
    if (in_tail_of_[decision] != endpoint) return std::nullopt;
    return decisions_[decision].outputs.front();
  }
  const std::size_t group = group_of_[endpoint];
  const std::uint32_t here = distance(decision, group);
  if (here == far) return std::nullopt;
  if (here > 1) {
    const std::vector<PortRef>& outputs = shortest(decision, group);
    return outputs[way % outputs.size()];
  }
  std::vector<PortRef> outputs;
  for (const Entry& entry : entries_[endpoint])
    if (entry.hub == decision) outputs.push_back(entry.output);
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
    // Distances fall from hop to hop, and no forced route comes to a choice twice by the same way, so this ends.
    if (!way_on) return {};
    passed.push_back({next->to, *way_on, next->input});
    if (netlist_.parts[next->to].config->changes_addresses(*way_on))
      way = changed(next->to, endpoint, way).value_or(way);
    next = netlist_.behind(next->to, *way_on);
  }
  return {};
}

void Routes::store_address_changes(Netlist& netlist) const {
  const auto endpoints = static_cast<std::uint32_t>(netlist.endpoints.size());
  for (const auto& [place, changes] : changed_)
    for (const auto& [way, next] : changes)
      if (way != next)
        netlist.parts[place / endpoints].plan.address_changes.push_back(
            {static_cast<std::uint32_t>(place % endpoints), way, next});
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
    // By endpoint: the outputs of its ways. Of those behind this hub they are put together.
    std::vector<const std::vector<PortRef>*> choices(endpoints, nullptr);
    std::deque<std::vector<PortRef>> of_groups;
    std::map<std::uint32_t, std::vector<PortRef>> own_endpoints;
    for (std::size_t group = 0; group < members_.size(); ++group) {
      const std::uint32_t here = distance(d, group);
      if (here == far || here == 1) continue;
      of_groups.push_back(shortest(d, group));
      for (const std::uint32_t endpoint : members_[group]) choices[endpoint] = &of_groups.back();
    }
    for (const PortRef& output : at.outputs)
      if (const FlatConnection* const to = netlist_.behind(at.part, output)) {
        const std::uint32_t direct = endpoint_of_[to->to];
        const std::uint32_t endpoint = direct != far ? direct : in_tail_of_[decision_of(to->to, to->input)];
        if (endpoint != far) own_endpoints[endpoint].push_back(output);
      }
    for (const auto& [endpoint, outputs] : own_endpoints) choices[endpoint] = &outputs;

    std::vector<RouteEntry>& routes = netlist.parts[at.part].plan.routes;
    const auto add = [&routes](std::uint32_t endpoint, unsigned way, const PortRef& output) {
      if (!routes.empty() && routes.back().last + 1 == endpoint && routes.back().way == way &&
          routes.back().output == output)
        ++routes.back().last;
      else
        routes.push_back({endpoint, endpoint, way, output});
    };
    for (std::uint32_t endpoint = 0; endpoint < endpoints; ++endpoint) {
      if (choices[endpoint] == nullptr) continue;
      const std::vector<PortRef>& outputs = *choices[endpoint];
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

namespace {

bool frees_on_send(const FlatPart& part) {
  const std::optional<MessageBuffers> buffers = part.config->buffers();
  return buffers && !buffers->until_across;
}

}  // namespace

std::vector<std::string> Routes::deadlock() const {
  // Messages hold a buffer of one output, or a bus, while they ask for another.
  using Output = std::pair<std::size_t, PortRef>;
  std::map<Output, std::set<Output>> asks;
  std::optional<Output> held;
  const auto pass = [&](const Output& wanted) {
    const FlatPart& part = netlist_.parts[wanted.first];
    const bool whole = part.config->is_held();
    if (!whole && !part.groups[wanted.second.group].buffered) return;
    const Output next = whole ? Output{wanted.first, {0, 0}} : wanted;
    // Such a bus takes requests at once: a buffer that is free from then on does not wait for it.
    const bool waits = held && !(whole && frees_on_send(netlist_.parts[held->first]));
    if (waits) asks[*held].insert(next);
    held = next;
  };
  for (const FlatTraffic& traffic : netlist_.workloads.of<FlatTraffic>()) {
    if (traffic.explicit_routes != nullptr) {
      // Where parts force routes, each that is taken, once.
      std::set<std::tuple<std::size_t, std::uint32_t, unsigned>> followed;
      const std::size_t of_source = netlist_.endpoints.size() * traffic.options.ways;
      for (std::size_t s = 0; s < traffic.sources.size(); ++s)
        for (const PortRef& output : netlist_.parts[traffic.sources[s]].config->sources()) {
          const FlatConnection* const to = netlist_.behind(traffic.sources[s], output);
          for (std::size_t i = 0; to != nullptr && i < of_source; ++i) {
            if (traffic.explicit_routes->chosen[s * of_source + i] == ExplicitRoutes::unused) continue;
            const auto endpoint = static_cast<std::uint32_t>(i / traffic.options.ways);
            const unsigned way = (*traffic.addressed_ways[s])[i];
            if (!followed.emplace(decision_of(to->to, to->input), endpoint, way).second) continue;
            held.reset();
            for (const Hop& hop : hops(traffic.sources[s], output, endpoint, way))
              if (!netlist_.parts[hop.part].config->is_endpoint()) pass({hop.part, hop.output});
          }
        }
      continue;
    }
    // What begins at the same inputs goes on in the same way, and what goes to one group too. Behind a hub nothing
    // comes back.
    Endpoints endpoints(netlist_, traffic);
    std::vector<std::vector<bool>> passed(groups());           // by group: ways of decisions
    std::map<const void*, std::vector<std::uint32_t>> spread;  // by list: one of each group
    const auto follow = [&](const Output& begin, std::uint32_t endpoint) {
      const FlatConnection* const to = netlist_.behind(begin.first, begin.second);
      if (to == nullptr || endpoint_of_[to->to] != far) return;
      const std::size_t first = decision_of(to->to, to->input), group = group_of_[endpoint];
      if (in_tail_of_[first] != far || distance(first, group) == far) return;
      passed[group].resize(decisions() * ways_);
      for (unsigned way = 0; way < ways_; ++way) {
        held.reset();
        pass(begin);
        std::optional<Output> comes_with;
        bool is_known = false, is_rest_known = false;
        std::size_t last = part_of(first);
        for (std::size_t decision = first; distance(decision, group) > 1;) {
          if (!is_known && passed[group][decision * ways_ + way]) {
            // From here on all is known but what asks for the next output with buffers.
            is_known = true;
            comes_with = held;
          }
          is_rest_known = is_known && (!held || held != comes_with);
          if (is_rest_known) break;
          passed[group][decision * ways_ + way] = true;
          const FlatConnection& on = next(decision, group, way);
          pass({on.from, on.output});
          decision = decision_of(on.to, on.input);
          last = part_of(decision);
        }
        // The hub hands to the endpoint or what is before it alone, but something else may hold it.
        if (!is_rest_known && netlist_.parts[last].config->is_held()) pass({last, {0, 0}});
      }
    };
    for (std::size_t s = 0; s < traffic.sources.size(); ++s)
      for (const PortRef& output : netlist_.parts[traffic.sources[s]].config->sources()) {
        const FlatConnection* const to = netlist_.behind(traffic.sources[s], output);
        if (to == nullptr) continue;
        const Endpoints::Targets targets = endpoints.targets(s);
        if (targets.only) {
          follow({traffic.sources[s], output}, *targets.only);
          continue;
        }
        const auto [groups, is_new] = spread.try_emplace(targets.list.get());
        if (is_new) groups->second = one_of_each_group(*targets.list);
        for (const std::uint32_t endpoint : groups->second) follow({traffic.sources[s], output}, endpoint);
      }
  }

  std::vector<std::string> cycle;
  for (const auto& [part, port] : first_cycle(asks))
    cycle.push_back(netlist_.parts[part].path +
                    (netlist_.parts[part].config->is_held() ? "" : "." + netlist_.parts[part].port_name(port)));
  return cycle;
}

}  // namespace isochron
