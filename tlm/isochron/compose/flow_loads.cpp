// SPDX-License-Identifier: Apache-2.0
#include <isochron/compose/flow_loads.h>

#include <algorithm>
#include <limits>
#include <map>
#include <unordered_map>

#include <fmt/format.h>

#include <isochron/compose/asked.h>
#include <isochron/compose/destinations.h>
#include <isochron/scenario/input_error.h>

namespace isochron {

namespace {

/// "node[0]" of "node[0].raid[1]"; empty for a part that is in nothing.
std::string node_of(const std::string& path) {
  const std::size_t dot = path.find('.');
  return dot == std::string::npos ? "" : path.substr(0, dot);
}

}  // namespace

Endpoints::Endpoints(const Netlist& netlist, const FlatTraffic& traffic) : netlist_(netlist), traffic_(traffic) {
  std::unordered_map<std::size_t, std::uint32_t> numbers;
  for (std::size_t e = 0; e < netlist.endpoints.size(); ++e)
    numbers[netlist.endpoints[e]] = static_cast<std::uint32_t>(e);
  std::vector<std::uint32_t> all;
  for (const std::size_t sink : traffic.sinks) {
    all.push_back(numbers.at(sink));
    nodes_.push_back(node_of(netlist.parts[sink].path));
  }
  all_ = std::make_shared<const std::vector<std::uint32_t>>(std::move(all));
}

EndpointList Endpoints::dealt() const {
  std::map<std::string, std::size_t> met;
  std::vector<std::pair<std::size_t, std::uint32_t>> ranked;
  ranked.reserve(all_->size());
  for (std::size_t i = 0; i < all_->size(); ++i) ranked.emplace_back(met[nodes_[i]]++, (*all_)[i]);
  std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::uint32_t> dealt;
  dealt.reserve(ranked.size());
  for (const auto& [rank, endpoint] : ranked) dealt.push_back(endpoint);
  return std::make_shared<const std::vector<std::uint32_t>>(std::move(dealt));
}

const EndpointList& Endpoints::of(std::size_t number) {
  const TrafficOptions& options = traffic_.options;
  const bool over = options.rotates_by_node();
  if (options.include_self && !over) return all_;
  const std::string& source = netlist_.parts[traffic_.sources[number]].path;
  const std::string own = node_of(source);
  EndpointList& known = known_[over ? source : own];
  if (known != nullptr) return known;
  std::vector<std::uint32_t> found;
  for (std::size_t i = 0; i < all_->size(); ++i)
    if (options.include_self || own.empty() || nodes_[i] != own) found.push_back((*all_)[i]);
  if (over) found = by_node(source, found);
  return known = std::make_shared<const std::vector<std::uint32_t>>(std::move(found));
}

std::vector<std::uint32_t> Endpoints::by_node(const std::string& source,
                                              const std::vector<std::uint32_t>& others) const {
  std::map<unsigned, std::vector<std::uint32_t>> nodes;
  for (const std::uint32_t endpoint : others)
    nodes[first_index(netlist_.parts[netlist_.endpoints[endpoint]].path)].push_back(endpoint);
  if (nodes.empty()) return {};
  const std::uint64_t groups = traffic_.options.sink_groups;
  const std::size_t each = nodes.begin()->second.size();
  for (const auto& [node, sinks] : nodes)
    if (sinks.size() != each || each % groups != 0)
      throw InputError(traffic_.position,
                       fmt::format("the traffic `{}` rotates over nodes, and node {} has {} sinks: {}", traffic_.name,
                                   node, sinks.size(),
                                   sinks.size() != each ? fmt::format("others have {}", each)
                                                        : fmt::format("they make no {} groups alike", groups)),
                       "Let each node have as many sinks, a multiple of `sink_groups`");
  const std::size_t of_group = each / groups, first = last_index(source) % groups * of_group;
  std::vector<std::uint32_t> turns;
  const auto own = nodes.lower_bound(first_index(source));
  for (std::size_t round = 0; round < of_group; ++round) {
    for (auto node = own; node != nodes.end(); ++node) turns.push_back(node->second[first + round]);
    for (auto node = nodes.begin(); node != own; ++node) turns.push_back(node->second[first + round]);
  }
  return turns;
}

std::vector<std::uint32_t> Endpoints::used(std::size_t number) {
  const TrafficOptions& options = traffic_.options;
  if (traffic_.trace_has_sinks || traffic_.lost_units.every > 0 ||
      options.destination == TrafficOptions::Destinations::streams)
    return *all_;
  const std::vector<std::uint32_t>& endpoints = *of(number);
  if (endpoints.empty()) return {};
  const std::vector<double> shares = destination_shares(options, endpoints.size(), static_cast<unsigned>(number));
  std::vector<std::uint32_t> found;
  for (std::size_t e = 0; e < endpoints.size(); ++e)
    if (shares[e] > 0) found.push_back(endpoints[e]);
  return found;
}

namespace {

/// The part of the bytes of a trace that each of `count` sinks gets.
std::vector<double> traced_shares(const std::vector<TracedIo>& trace, std::size_t count) {
  std::vector<double> shares(count, 0);
  double all = 0;
  for (const TracedIo& io : trace) all += static_cast<double>(io.bytes);
  for (const TracedIo& io : trace) shares[io.sink] += static_cast<double>(io.bytes) / all;
  return shares;
}

/// What is on its way to one group of endpoints by one way, at each decision.
struct OnTheWay {
  std::vector<double> bytes;
  std::vector<double> messages;
  std::vector<double> coming;  ///< FlowLoads::OfConnection::coming
};

class LoadSum {
 public:
  LoadSum(const Netlist& netlist, const Routes& routes, const Transits& transits)
      : netlist_(netlist),
        routes_(routes),
        transits_(transits),
        nodes_(endpoint_nodes(netlist)),
        under_way_(routes.groups() * routes.ways()) {
    loads_.message = transits.message();
    loads_.parts.resize(netlist.parts.size());
    loads_.connections.resize(netlist.connections.size());
  }

  void add(const FlatTraffic& traffic) {
    Endpoints endpoints(netlist_, traffic);
    for (std::size_t number = 0; number < traffic.sources.size(); ++number)
      add(traffic, number, traffic.trace_has_sinks ? *endpoints.every() : *endpoints.of(number));
  }

  FlowLoads sum() {
    // From the far decisions to the near ones: what passes one has been added up by then.
    for (std::size_t group = 0; group < routes_.groups(); ++group) {
      std::vector<std::size_t> order;
      for (std::size_t d = 0; d < routes_.decisions(); ++d)
        if (routes_.distance(d, group) != Routes::far) order.push_back(d);
      std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return routes_.distance(a, group) > routes_.distance(b, group);
      });
      for (unsigned way = 0; way < routes_.ways(); ++way) pass_on(group, way, order);
    }
    for (std::size_t p = 0; p < loads_.parts.size(); ++p)
      loads_.hops += loads_.parts[p].messages * netlist_.parts[p].config->events_per_message();
    return std::move(loads_);
  }

 private:
  void add(const FlatTraffic& traffic, std::size_t number, const std::vector<std::uint32_t>& endpoints) {
    const std::size_t source = traffic.sources[number];
    const std::string& path = netlist_.parts[source].path;
    if (endpoints.empty())
      throw InputError(traffic.position,
                       fmt::format("`{}` of the traffic `{}` has nowhere to send to", path, traffic.name),
                       "Set `include_self: true`, or name more sinks");
    const Asked asked = asked_of(netlist_, traffic, number);
    const double rate = asked.bytes, message = asked.bytes / asked.messages;
    if (rate == 0) return;
    const double mean = mean_rate(traffic);
    loads_.asks_for_all = loads_.asks_for_all || mean == 0;
    if (loads_.rate == 0) loads_.rate = mean == 0 ? 1 : mean;
    loads_.messages += rate / message;
    put(source, rate, rate / message);

    const std::vector<double> shares =
        traffic.trace_has_sinks ? traced_shares(*traffic.traces[number], endpoints.size())
                                : destination_shares(traffic.options, endpoints.size(), static_cast<unsigned>(number));
    const std::vector<PortRef> outputs = netlist_.parts[source].config->sources();
    const WayChoice way(traffic.options, path, nodes_, way_table(traffic, number));
    for (const PortRef& output : outputs) {
      const FlatConnection& first = *netlist_.behind(source, output);
      const std::size_t decision = routes_.decision_of(first.to, first.input);
      for (std::size_t e = 0; e < endpoints.size(); ++e) {
        if (shares[e] == 0) continue;
        const double bytes = rate * shares[e] / static_cast<double>(outputs.size());
        const std::size_t group = routes_.group_of(endpoints[e]), sink = netlist_.endpoints[endpoints[e]];
        put(sink, bytes, bytes / message);
        loads_.parts[sink].goes_on += bytes * part_that_goes_on(traffic);
        if (first.to == sink) continue;
        if (routes_.distance(decision, group) == Routes::far)
          throw InputError(traffic.position,
                           fmt::format("there is no way from `{}.{}` to `{}`", path,
                                       netlist_.parts[source].port_name(output), netlist_.parts[sink].path),
                           "Connect them, or leave one of them out of the traffic");
        const unsigned turns = way.in_turn() ? way.ways() : 1;
        for (unsigned turn = 0; turn < turns; ++turn) {
          const unsigned addressed = way.addressed(endpoints[e], (way.to(endpoints[e]) + turn) % way.ways());
          if (addressed < routes_.ways())
            arrive(decision, first, group, addressed, bytes / turns, bytes / message / turns);
          else
            follow(routes_.hops(source, output, endpoints[e], addressed), bytes / turns, bytes / message / turns);
        }
      }
    }
  }

  /// A route that is forced: what is on it has no group.
  void follow(const std::vector<Routes::Hop>& hops, double bytes, double messages) {
    for (std::size_t i = 1; i + 1 < hops.size(); ++i) {
      const FlatPart& part = netlist_.parts[hops[i].part];
      const std::size_t came_by = *part.joined[hops[i].input.group][hops[i].input.index];
      come(came_by, bytes, messages);
      if (i + 2 < hops.size())
        leave(*netlist_.behind(hops[i].part, hops[i].output), bytes, messages,
              transits_.into(netlist_.connections[came_by], bytes, messages));
    }
  }

  /// By a connection that does not end at the endpoint.
  void leave(const FlatConnection& connection, double bytes, double messages, double coming) {
    FlowLoads::OfConnection& by = loads_.connections[number_of(connection)];
    by.bytes += bytes;
    by.messages += messages;
    by.coming += coming;
  }

  std::size_t number_of(const FlatConnection& connection) const {
    return static_cast<std::size_t>(&connection - netlist_.connections.data());
  }

  /// Comes to a decision of which `connection` is an input.
  void arrive(std::size_t decision, const FlatConnection& connection, std::size_t group, unsigned way, double bytes,
              double messages) {
    come(number_of(connection), bytes, messages);
    OnTheWay& there = under_way_[group * routes_.ways() + way];
    if (there.bytes.empty()) {
      there.bytes.resize(routes_.decisions());
      there.messages.resize(routes_.decisions());
      there.coming.resize(routes_.decisions());
    }
    there.bytes[decision] += bytes;
    there.messages[decision] += messages;
    there.coming[decision] += transits_.into(connection, bytes, messages);
  }

  void pass_on(std::size_t group, unsigned way, const std::vector<std::size_t>& order) {
    const OnTheWay& here = under_way_[group * routes_.ways() + way];
    if (here.bytes.empty()) return;
    for (const std::size_t d : order) {
      // Behind the last decision is the endpoint itself.
      if (here.bytes[d] == 0 || routes_.distance(d, group) == 1) continue;
      const FlatConnection& next = routes_.next(d, group, way);
      leave(next, here.bytes[d], here.messages[d], here.coming[d]);
      arrive(routes_.decision_of(next.to, next.input), next, group, way, here.bytes[d], here.messages[d]);
    }
  }

  void come(std::size_t connection, double bytes, double messages) {
    loads_.connections[connection].arrives += bytes;
    put(netlist_.connections[connection].to, bytes, messages);
  }

  void put(std::size_t part, double bytes, double messages) {
    loads_.parts[part].bytes += bytes;
    loads_.parts[part].messages += messages;
  }

  const Netlist& netlist_;
  const Routes& routes_;
  const Transits& transits_;
  std::shared_ptr<const EndpointNodes> nodes_;
  std::vector<OnTheWay> under_way_;  ///< by group and way
  FlowLoads loads_;
};

}  // namespace

FlowLoads flow_loads(const Netlist& netlist, const Routes& routes, const Transits& transits) {
  LoadSum loads(netlist, routes, transits);
  for (const FlatTraffic& traffic : netlist.traffic) loads.add(traffic);
  return loads.sum();
}

std::optional<double> carries_of(const Netlist& netlist, const FlowLoads& loads, std::size_t number) {
  const FlatPart& part = netlist.parts[number];
  const FlowLoads::OfPart& load = loads.parts[number];
  if (load.bytes == 0) return std::nullopt;
  std::vector<std::pair<PortRef, double>> inputs;
  double all = 0, largest = 0;
  for (unsigned g = 0; g < part.joined.size(); ++g)
    for (unsigned i = 0; i < part.joined[g].size(); ++i) {
      const std::optional<std::size_t>& connection = part.joined[g][i];
      if (!connection || netlist.connections[*connection].to != number) continue;
      const double arrives = loads.connections[*connection].arrives;
      if (arrives == 0) continue;
      inputs.emplace_back(PortRef{g, i}, arrives);
      all += arrives;
      largest = std::max(largest, arrives);
    }
  if (inputs.empty()) {
    const std::optional<Capacity> capacity = part.config->capacity(loads.message);
    if (!capacity) return std::nullopt;
    // What stays costs a sink nothing more.
    return load.goes_on > 0 && load.goes_on < load.bytes ? capacity->alone * load.bytes / load.goes_on
                                                         : capacity->alone;
  }
  // Whoever has more than all others together meets them no more often than they have something.
  const double meets = std::min(1.0, 2 * (all - largest) / all);
  // Of equal rates that rate itself and no sum: rows of equal bounds keep their order.
  double seconds = 0, slowest = std::numeric_limits<double>::infinity(), fastest = 0;
  for (const auto& [input, arrives] : inputs) {
    const std::optional<Capacity> capacity = part.config->capacity_from(input, loads.message);
    if (!capacity) return std::nullopt;
    const double rate = meets == 0   ? capacity->alone
                        : meets == 1 ? capacity->contended
                                     : 1 / (meets / capacity->contended + (1 - meets) / capacity->alone);
    slowest = std::min(slowest, rate);
    fastest = std::max(fastest, rate);
    seconds += arrives / rate;
  }
  return slowest == fastest ? slowest : all / seconds;
}

std::vector<ResourceBound> bounds_of(const Netlist& netlist, const FlowLoads& loads) {
  std::map<std::string, std::size_t> places;
  std::vector<ResourceBound> bounds;
  std::vector<double> used;
  for (std::size_t p = 0; p < netlist.parts.size(); ++p) {
    const FlowLoads::OfPart& load = loads.parts[p];
    const FlatPart& part = netlist.parts[p];
    const std::optional<double> carries = carries_of(netlist, loads, p);
    if (!carries) continue;
    const std::string kind = kind_of_path(part.path);
    const auto [place, is_new] = places.emplace(kind, bounds.size());
    if (is_new) {
      const TypeInfo info = component_types().at(part.type).info();
      bounds.push_back({kind, fmt::format("{}: {}", part.type, info.summary), 0, *carries, 0});
      used.push_back(0);
    }
    ResourceBound& bound = bounds[place->second];
    if (load.bytes / *carries <= used[place->second]) continue;
    used[place->second] = load.bytes / *carries;
    bound.load = load.bytes;
    bound.capacity = *carries;
    bound.limit = loads.rate * *carries / load.bytes;
  }
  return bounds;
}

}  // namespace isochron
