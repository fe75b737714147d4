// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/traffic/flat_traffic.h>
#include <isochron/machine/workload/traffic/flow_loads.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <unordered_map>

#include <fmt/format.h>

#include <isochron/machine/workload/traffic/destinations.h>
#include <isochron/machine/workload/traffic/offered_load.h>
#include <isochron/machine/workload/traffic/route_loads.h>
#include <isochron/part/carrying_part.h>
#include <isochron/part/interconnect.h>
#include <isochron/part/request_parts.h>
#include <isochron/scenario/input_error.h>

namespace isochron {

AllRequests all_requests(const Netlist& netlist, const LiveSources& live) {
  std::map<std::size_t, RequestLoad> of_sources;
  for (std::size_t t = 0; t < live.size(); ++t) {
    const FlatTraffic& traffic = netlist.workloads.of<FlatTraffic>()[t];
    if (!traffic.options.asks()) continue;
    for (const std::size_t number : live[t]) {
      const std::size_t source = traffic.sources[number];
      const RequestLoad load = request_load(netlist, traffic, source);
      const auto [place, is_new] = of_sources.emplace(source, load);
      if (!is_new && place->second.kind != load.kind) place->second.kind = RequestLoad::Kind::mix;
    }
  }
  AllRequests all;
  for (const auto& [source, load] : of_sources) {
    all.under_way += static_cast<double>(netlist.parts[source].config->as<RequesterPart>()->under_way(load));
    all.read = all.read || load.kind != RequestLoad::Kind::write;
    all.write = all.write || load.kind != RequestLoad::Kind::read;
  }
  return all;
}

void visit_called(const Netlist& netlist, std::size_t part,
                  const std::function<void(const FlatConnection& connection)>& visit) {
  const FlatPart& caller = netlist.parts[part];
  for (unsigned g = 0; g < caller.groups.size(); ++g) {
    if (!caller.groups[g].calls || caller.groups[g].role != Port::Role::initiator) continue;
    for (const std::optional<std::size_t>& joined : caller.joined[g]) {
      if (!joined) continue;
      const FlatConnection& connection = netlist.connections[*joined];
      if (netlist.parts[connection.to].config->as<CalledPart>() != nullptr) visit(connection);
    }
  }
}

PortRef answer_output(const Routes& routes, const Netlist& netlist, std::size_t responder, std::uint32_t endpoint) {
  const std::vector<PortRef> outputs = netlist.parts[responder].config->as<ResponderPart>()->answers_by();
  PortRef best = outputs.front();
  std::size_t fewest = ~std::size_t{0};
  for (const PortRef& output : outputs) {
    const FlatConnection* const first = netlist.behind(responder, output);
    if (first == nullptr) continue;
    const bool there = first->to == netlist.endpoints[endpoint];
    if (!there && !routes.reaches(routes.decision_of(first->to, first->input), endpoint)) continue;
    const std::size_t hops = there ? 1 : routes.hops(responder, output, endpoint, 0).size();
    if (hops >= fewest) continue;
    fewest = hops;
    best = output;
  }
  return best;
}

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
  const bool weighted = traffic.options.has_weights() && !traffic.trace_has_sinks;
  const bool by_source = weighted && weights_by_source(traffic);
  for (const std::size_t sink : traffic.sinks) {
    if (weighted && !by_source && traffic.weights[numbers.at(sink)] == 0) continue;
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
  const TrafficDeclaration& declared = *traffic_.declaration;
  const bool is_chosen = declared.only || declared.order;
  if (options.include_self && !is_chosen) return all_;
  const std::string& source = netlist_.parts[traffic_.sources[number]].path;
  const std::string own = node_of(source);
  SinkLists& lists = *traffic_.sink_lists;
  EndpointList& known =
      lists.known[is_chosen ? fmt::format("{} {} {}", first_index(source), last_index(source), own) : own];
  if (known != nullptr) return known;
  std::vector<std::uint32_t> found;
  for (std::size_t i = 0; i < all_->size(); ++i)
    if (options.include_self || own.empty() || nodes_[i] != own) found.push_back((*all_)[i]);
  if (is_chosen) found = choose(source, found);
  if (found.size() > most_listed - lists.listed)
    throw InputError(traffic_.position,
                     fmt::format("the lists of sinks that the sources of `{}` send to have more than {} million "
                                 "entries together",
                                 traffic_.name, most_listed / 1'000'000),
                     is_chosen ? "Name fewer sources or sinks"
                               : "Set `include_self: true`, with which all share one list, or name fewer sources or "
                                 "sinks");
  lists.listed += found.size();
  return known = std::make_shared<const std::vector<std::uint32_t>>(std::move(found));
}

std::vector<std::uint32_t> Endpoints::choose(const std::string& source,
                                             const std::vector<std::uint32_t>& others) const {
  const TrafficDeclaration& declared = *traffic_.declaration;
  const bool sorts = declared.order && traffic_.options.destination == TrafficOptions::Destinations::rotation;
  Names names = Names::within(*traffic_.parameters);
  names.set("source.node", Number::whole(first_index(source)));
  names.set("source.index", Number::whole(last_index(source)));
  std::vector<std::pair<std::uint64_t, std::uint32_t>> ranked;
  for (const std::uint32_t endpoint : others) {
    const std::string& sink = netlist_.parts[netlist_.endpoints[endpoint]].path;
    names.set("sink.node", Number::whole(first_index(sink)));
    names.set("sink.index", Number::whole(last_index(sink)));
    if (declared.only && !declared.only->flag(names, "`only`")) continue;
    ranked.emplace_back(sorts ? declared.order->count(names, "`order`") : 0, endpoint);
  }
  std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::uint32_t> chosen;
  chosen.reserve(ranked.size());
  for (const auto& [rank, endpoint] : ranked) chosen.push_back(endpoint);
  return chosen;
}

std::vector<std::uint32_t> Endpoints::used(std::size_t number) {
  const TrafficOptions& options = traffic_.options;
  if (traffic_.trace_has_sinks || traffic_.lost_units.every > 0 ||
      options.destination == TrafficOptions::Destinations::streams)
    return *all_;
  const std::vector<std::uint32_t>& endpoints = *of(number);
  if (endpoints.empty()) return {};
  const std::vector<double> shares = destination_shares(traffic_, endpoints, static_cast<unsigned>(number));
  std::vector<std::uint32_t> found;
  for (std::size_t e = 0; e < endpoints.size(); ++e)
    if (shares[e] > 0) found.push_back(endpoints[e]);
  return found;
}

Endpoints::Targets Endpoints::targets(std::size_t number) {
  const TrafficOptions& options = traffic_.options;
  if (traffic_.trace_has_sinks || traffic_.lost_units.every > 0 ||
      options.destination == TrafficOptions::Destinations::streams)
    return {all_, {}};
  const EndpointList& list = of(number);
  if (list->empty()) return {list, {}};
  if (options.destination == TrafficOptions::Destinations::fixed) return {list, (*list)[number % list->size()]};
  if (!options.has_weights()) return {list, {}};
  const auto weigh = [&] {
    const std::uint64_t* const weights = weights_of(traffic_, number);
    std::vector<std::uint32_t> found;
    for (const std::uint32_t endpoint : *list)
      if (weights[endpoint] > 0) found.push_back(endpoint);
    return std::make_shared<const std::vector<std::uint32_t>>(std::move(found));
  };
  if (weights_by_source(traffic_)) return {weigh(), {}};
  EndpointList& weighed = weighed_[list.get()];
  if (weighed == nullptr) weighed = weigh();
  return {weighed, {}};
}

namespace {

/// Steps from a part to the next one, of all that sends to sinks that are reached alike: so many take seconds.
constexpr std::size_t most_steps = 15'000'000;

/// What comes to one place, or passes it.
struct Flow {
  double bytes = 0;
  double messages = 0;
  double coming = 0;  ///< FlowLoads::OfConnection::coming

  void add(double more_bytes, double more_messages, double more_coming) {
    bytes += more_bytes;
    messages += more_messages;
    coming += more_coming;
  }
};

/// A list of endpoints to which sources send in the same shares, and what they send there.
struct Spread {
  struct OfGroup {
    std::size_t group = 0;
    std::uint32_t first = 0;  ///< endpoint of it
    double share = 0;
    bool has_tails = false;
    Flow at_hub;  ///< to all endpoints of the list that sources send, as it comes to the hub
  };
  /// By one output of a source.
  struct Sender {
    const FlatConnection* first = nullptr;
    double bytes = 0;
    double messages = 0;
  };
  EndpointList list;
  std::vector<double> shares;
  std::vector<OfGroup> groups;  ///< in the order in which the list has them
  std::vector<Sender> senders;
  Flow sent;  ///< by them
};

/// Loads of one traffic.
class LoadSum {
 public:
  LoadSum(const Netlist& netlist, const Routes& routes, const Transits& transits,
          std::shared_ptr<const EndpointNodes> nodes)
      : netlist_(netlist),
        routes_(routes),
        transits_(transits),
        nodes_(std::move(nodes)),
        loads_(netlist, transits, all_requests(netlist, all_sources(netlist))),
        under_way_(routes.groups() * routes.ways()),
        into_hub_(routes.decisions()) {}

  void add(const FlatTraffic& traffic) {
    Endpoints endpoints(netlist_, traffic);
    std::map<const void*, Spread> spreads;  // by list
    const bool by_source = weights_by_source(traffic);
    std::vector<const void*> order;
    for (std::size_t number = 0; number < traffic.sources.size(); ++number) {
      const EndpointList list = traffic.trace_has_sinks ? endpoints.every() : endpoints.of(number);
      if (!begin(traffic, number, *list)) continue;
      if (traffic.options.asks()) {
        add_requests(traffic, number, *list);
        continue;
      }
      const bool alike = !traffic.trace_has_sinks && traffic.explicit_routes == nullptr &&
                         traffic.options.destination != TrafficOptions::Destinations::fixed && !by_source &&
                         routes_.ways() == 1;
      if (!alike || !can_spread(traffic.sources[number])) {
        add(traffic, number, *list);
        continue;
      }
      const auto [place, is_new] = spreads.try_emplace(list.get());
      if (is_new) {
        place->second = spread_over(traffic, list);
        order.push_back(list.get());
      }
      add(traffic.sources[number], place->second);
    }
    std::vector<std::vector<std::pair<Spread*, std::size_t>>> to_groups(routes_.groups());
    for (const void* const list : order) {
      Spread& spread = spreads.at(list);
      for (std::size_t g = 0; g < spread.groups.size(); ++g) to_groups[spread.groups[g].group].emplace_back(&spread, g);
    }
    for (std::size_t group = 0; group < routes_.groups(); ++group) {
      for (const auto& [spread, g] : to_groups[group]) send(traffic, *spread, spread->groups[g]);
      for (unsigned way = 0; way < routes_.ways(); ++way) pass_on(traffic, group, way);
    }
    for (const void* const list : order) deal(spreads.at(list), part_that_goes_on(traffic));
    for (const auto& [place, flow] : to_tails_)
      pass_tail(static_cast<std::uint32_t>(place / routes_.ways()), static_cast<unsigned>(place % routes_.ways()),
                flow);
  }

  FlowLoads::OfTraffic result() const { return {loads_.parts(), loads_.connections(), asked_, sources_}; }

 private:
  /// What a source sends, before it goes anywhere; false: nothing.
  bool begin(const FlatTraffic& traffic, std::size_t number, const std::vector<std::uint32_t>& endpoints) {
    const std::size_t source = traffic.sources[number];
    if (endpoints.empty())
      throw InputError(
          traffic.position,
          fmt::format("`{}` of the traffic `{}` has nowhere to send to", netlist_.parts[source].path, traffic.name),
          "Set `include_self: true`, or name more sinks");
    sends_ = offered_load_of(netlist_, traffic, number);
    ++sources_;
    if (sends_.bytes == 0) return false;
    asked_ += sends_.bytes;
    if (!traffic.options.asks()) loads_.put(source, sends_.bytes, sends_.messages);
    return true;
  }

  /// All of its outputs lead to places from which ways part or lead on to a hub.
  bool can_spread(std::size_t source) const {
    const std::vector<PortRef> outputs = netlist_.parts[source].config->sources();
    return std::all_of(outputs.begin(), outputs.end(), [&](const PortRef& output) {
      const FlatConnection& first = *netlist_.behind(source, output);
      return routes_.endpoint_of(first.to) == Routes::far &&
             routes_.in_tail_of(routes_.decision_of(first.to, first.input)) == Routes::far;
    });
  }

  Spread spread_over(const FlatTraffic& traffic, const EndpointList& list) const {
    Spread spread;
    spread.list = list;
    spread.shares = destination_shares(traffic, *list, 0);
    std::unordered_map<std::size_t, std::size_t> places;
    for (std::size_t e = 0; e < list->size(); ++e) {
      const std::uint32_t endpoint = (*list)[e];
      const auto [place, is_new] = places.try_emplace(routes_.group_of(endpoint), spread.groups.size());
      if (is_new) spread.groups.push_back({routes_.group_of(endpoint), endpoint, 0, false, {}});
      Spread::OfGroup& group = spread.groups[place->second];
      group.share += spread.shares[e];
      group.has_tails = group.has_tails || !routes_.tail(endpoint).empty();
    }
    return spread;
  }

  /// A source that sends as others do.
  void add(std::size_t source, Spread& spread) {
    spread.sent.add(sends_.bytes, sends_.messages, 0);
    const std::vector<PortRef> outputs = netlist_.parts[source].config->sources();
    const auto parts = static_cast<double>(outputs.size());
    for (const PortRef& output : outputs)
      spread.senders.push_back({netlist_.behind(source, output), sends_.bytes / parts, sends_.messages / parts});
  }

  /// What a list's sources send to one group of it.
  void send(const FlatTraffic& traffic, const Spread& spread, Spread::OfGroup& to) {
    if (to.share == 0) return;
    for (const auto& [first, bytes, messages] : spread.senders) {
      const std::size_t decision = routes_.decision_of(first->to, first->input);
      if (routes_.distance(decision, to.group) == Routes::far) no_way(traffic, first->from, first->output, to.first);
      arrive(decision, *first, to.group, 0, bytes * to.share, messages * to.share);
      if (to.has_tails)
        to.at_hub.add(bytes, messages, transits_.into(into_hub(*first, decision, to.group, 0), bytes, messages));
    }
  }

  /// Gives each endpoint of the list its share of what sources send there.
  void deal(const Spread& spread, double goes_on) {
    std::unordered_map<std::size_t, const Flow*> at_hub;
    for (const Spread::OfGroup& group : spread.groups) at_hub[group.group] = &group.at_hub;
    for (std::size_t e = 0; e < spread.list->size(); ++e) {
      const std::uint32_t endpoint = (*spread.list)[e];
      const double share = spread.shares[e];
      const std::size_t sink = netlist_.endpoints[endpoint];
      loads_.put_at_sink(sink, spread.sent.bytes * share, spread.sent.messages * share, goes_on);
      if (routes_.tail(endpoint).empty()) continue;
      const Flow& hub = *at_hub.at(routes_.group_of(endpoint));
      to_tails_[endpoint].add(hub.bytes * share, hub.messages * share, hub.coming * share);
    }
  }

  [[noreturn]] void no_way(const FlatTraffic& traffic, std::size_t source, const PortRef& output,
                           std::uint32_t endpoint) const {
    const FlatPart& part = netlist_.parts[source];
    throw InputError(traffic.position,
                     fmt::format("there is no way from `{}.{}` to `{}`", part.path, part.port_name(output),
                                 netlist_.parts[netlist_.endpoints[endpoint]].path),
                     "Connect them, or leave one of them out of the traffic");
  }

  /// A source with shares or ways of its own.
  void add(const FlatTraffic& traffic, std::size_t number, const std::vector<std::uint32_t>& endpoints) {
    const std::size_t source = traffic.sources[number];
    const WayChoice way(traffic.options, netlist_.parts[source].path, nodes_, way_table(traffic, number));
    const std::vector<PortRef> outputs = netlist_.parts[source].config->sources();
    const double goes_on = part_that_goes_on(traffic);
    const auto to_one = [&](Begin& begin, std::uint32_t endpoint, double share) {
      const double bytes = sends_.bytes * share / static_cast<double>(outputs.size());
      const double messages = sends_.messages * share / static_cast<double>(outputs.size());
      const std::size_t sink = netlist_.endpoints[endpoint];
      loads_.put_at_sink(sink, bytes, messages, goes_on);
      if (begin.first->to == sink) return;
      if (!reaches(begin, endpoint)) no_way(traffic, source, begin.output, endpoint);
      const unsigned turns = way.in_turn() ? way.ways() : 1;
      for (unsigned turn = 0; turn < turns; ++turn) {
        const unsigned addressed = way.addressed(endpoint, (way.to(endpoint) + turn) % way.ways());
        send(begin, endpoint, addressed, bytes / turns, messages / turns);
      }
    };
    const std::vector<std::pair<std::uint32_t, double>> shares = stream_shares(traffic, number, endpoints);
    for (const PortRef& output : outputs) {
      Begin begin = begin_at(source, output);
      for (const auto& [endpoint, share] : shares) to_one(begin, endpoint, share);
    }
  }

  /// A requester: what it asks goes there, and answers come back.
  void add_requests(const FlatTraffic& traffic, std::size_t number, const std::vector<std::uint32_t>& endpoints) {
    const std::size_t source = traffic.sources[number];
    const WayChoice way(traffic.options, netlist_.parts[source].path, nodes_, way_table(traffic, number));
    const std::vector<PortRef> outputs = netlist_.parts[source].config->sources();
    for (const auto& [endpoint, share] : stream_shares(traffic, number, endpoints)) {
      const std::size_t responder = netlist_.endpoints[endpoint];
      const auto [requests, there, back] = loads_.ask(traffic, number, sends_, endpoint, share);
      for (const PortRef& output : outputs) {
        const double of_output = requests / static_cast<double>(outputs.size());
        go(traffic, source, output, endpoint, way.addressed(endpoint, way.to(endpoint)), of_output * there.bytes,
           of_output * there.messages);
      }
      if (back.messages == 0) continue;
      const std::uint32_t home = routes_.endpoint_of(source);
      go(traffic, responder, answer_output(routes_, netlist_, responder, home), home, 0, requests * back.bytes,
         requests * back.messages);
    }
  }

  /// By a route that begins at `output`. Throws InputError where there is none.
  void go(const FlatTraffic& traffic, std::size_t source, const PortRef& output, std::uint32_t endpoint, unsigned way,
          double bytes, double messages) {
    Begin begin = begin_at(source, output);
    loads_.end(netlist_.endpoints[endpoint], bytes, messages);
    if (begin.first->to == netlist_.endpoints[endpoint]) return;
    if (!reaches(begin, endpoint)) no_way(traffic, source, output, endpoint);
    send(begin, endpoint, way, bytes, messages);
  }

  /// Where routes begin, and what is known of those to the group and by the way of the last one: one endpoint after
  /// another is reached alike.
  struct Begin {
    static constexpr std::size_t none = ~std::size_t{0};

    std::size_t source = 0;
    PortRef output;
    const FlatConnection* first = nullptr;
    std::size_t decision = none;
    std::size_t group = none;
    unsigned way = 0;
    Flow* under_way = nullptr;
    const FlatConnection* into_hub = nullptr;
  };

  Begin begin_at(std::size_t source, const PortRef& output) const {
    Begin begin;
    begin.source = source;
    begin.output = output;
    begin.first = netlist_.behind(source, output);
    return begin;
  }

  bool reaches(Begin& begin, std::uint32_t endpoint) const {
    if (begin.decision == Begin::none) begin.decision = routes_.decision_of(begin.first->to, begin.first->input);
    return begin.group == routes_.group_of(endpoint) || routes_.reaches(begin.decision, endpoint);
  }

  /// What reaches() has said yes of.
  void send(Begin& begin, std::uint32_t endpoint, unsigned way, double bytes, double messages) {
    if (way >= routes_.ways() || routes_.in_tail_of(begin.decision) == endpoint) {
      loads_.follow(routes_.hops(begin.source, begin.output, endpoint, way), bytes, messages);
      return;
    }
    const std::size_t group = routes_.group_of(endpoint);
    if (group != begin.group || way != begin.way) {
      begin.group = group;
      begin.way = way;
      begin.under_way = &at_decision(begin.decision, group, way);
      begin.into_hub = nullptr;
    }
    come(*begin.first, *begin.under_way, bytes, messages);
    if (routes_.tail(endpoint).empty()) return;
    if (begin.into_hub == nullptr) begin.into_hub = &into_hub(*begin.first, begin.decision, group, way);
    to_tails_[std::size_t{endpoint} * routes_.ways() + way].add(bytes, messages,
                                                                transits_.into(*begin.into_hub, bytes, messages));
  }

  /// The connection by which what comes to `decision` by `connection` comes to the group's hub in the end.
  const FlatConnection& into_hub(const FlatConnection& connection, std::size_t decision, std::size_t group,
                                 unsigned way) {
    const std::size_t here = group * routes_.ways() + way;
    const FlatConnection* by = &connection;
    passed_.clear();
    while (routes_.distance(decision, group) > 1) {
      if (into_hub_[decision].place == here) {
        by = into_hub_[decision].by;
        break;
      }
      passed_.push_back(decision);
      by = &routes_.next(decision, group, way);
      decision = routes_.decision_of(by->to, by->input);
    }
    for (const std::size_t before : passed_) into_hub_[before] = {here, by};
    return *by;
  }

  std::size_t number_of(const FlatConnection& connection) const {
    return static_cast<std::size_t>(&connection - netlist_.connections.data());
  }

  /// Comes to a decision of which `connection` is an input.
  void arrive(std::size_t decision, const FlatConnection& connection, std::size_t group, unsigned way, double bytes,
              double messages) {
    come(connection, at_decision(decision, group, way), bytes, messages);
  }

  Flow& at_decision(std::size_t decision, std::size_t group, unsigned way) {
    return under_way_[group * routes_.ways() + way][{Routes::far - routes_.distance(decision, group), decision}];
  }

  void come(const FlatConnection& connection, Flow& under_way, double bytes, double messages) {
    loads_.come(number_of(connection), bytes, messages);
    under_way.add(bytes, messages, transits_.into(connection, bytes, messages));
  }

  /// From the far decisions to the near ones: what passes one has been added up by then.
  void pass_on(const FlatTraffic& traffic, std::size_t group, unsigned way) {
    UnderWay& here = under_way_[group * routes_.ways() + way];
    for (auto next = here.begin(); next != here.end(); ++next) {
      if (++steps_ > most_steps)
        throw InputError(
            traffic.position,
            fmt::format("the ways of the traffic `{}` have more than {} million steps together", traffic.name,
                        most_steps / 1'000'000),
            "Name fewer sources or sinks, let more sinks share a bus or a switch, or set `destination: fixed`");
      const std::size_t decision = next->first.second;
      // Behind a hub each endpoint has a way of its own.
      if (routes_.distance(decision, group) == 1) continue;
      const Flow flow = next->second;
      const FlatConnection& on = routes_.next(decision, group, way);
      loads_.leave(number_of(on), flow.bytes, flow.messages, flow.coming);
      arrive(routes_.decision_of(on.to, on.input), on, group, way, flow.bytes, flow.messages);
    }
    here.clear();
  }

  /// From the hub to the endpoint.
  void pass_tail(std::uint32_t endpoint, unsigned way, const Flow& flow) {
    std::size_t decision = routes_.entries(endpoint).front().hub;
    double coming = flow.coming;
    PortRef output = *routes_.shortest_way(decision, endpoint, way);
    for (const std::size_t next : routes_.tail(endpoint)) {
      const FlatConnection& on = *netlist_.behind(routes_.part_of(decision), output);
      loads_.leave(number_of(on), flow.bytes, flow.messages, coming);
      loads_.come(number_of(on), flow.bytes, flow.messages);
      coming = transits_.into(on, flow.bytes, flow.messages);
      decision = next;
      output = *routes_.shortest_way(decision, endpoint, way);
    }
  }

  const Netlist& netlist_;
  const Routes& routes_;
  const Transits& transits_;
  std::shared_ptr<const EndpointNodes> nodes_;
  RouteLoads loads_;
  /// By distance, the farthest first, and decision.
  using UnderWay = std::map<std::pair<std::uint32_t, std::size_t>, Flow>;
  std::vector<UnderWay> under_way_;       ///< by group and way
  std::map<std::size_t, Flow> to_tails_;  ///< by endpoint and way
  /// What comes to the hub by a decision, for the group and way that were asked for last.
  struct IntoHub {
    std::size_t place = ~std::size_t{0};  ///< of the group and way in under_way_
    const FlatConnection* by = nullptr;
  };
  std::vector<IntoHub> into_hub_;    ///< by decision
  std::vector<std::size_t> passed_;  ///< decisions, while one looks for the hub
  std::size_t steps_ = 0;            ///< so far
  OfferedLoad sends_;                ///< the source at hand
  double asked_ = 0;                 ///< bytes/s, of all sources
  std::size_t sources_ = 0;
};

}  // namespace

FlowLoads::FlowLoads(const Netlist& netlist, const Routes& routes, const Transits& transits)
    : netlist_(&netlist), rates_(netlist.workloads.of<FlatTraffic>().size(), 1) {
  const std::shared_ptr<const EndpointNodes> nodes = endpoint_nodes(netlist);
  auto units = std::make_shared<Units>(netlist);
  for (std::size_t t = 0; t < rates_.size(); ++t) {
    const FlatTraffic& traffic = netlist.workloads.of<FlatTraffic>()[t];
    LoadSum sum(netlist, routes, transits, nodes);
    sum.add(traffic);
    OfTraffic loads = sum.result();
    loads.message = size_of_messages(netlist, traffic).value_or(0);
    units->add(t, loads, traffic.options.asks());
  }
  units_ = std::move(units);
}

FlowLoads::FlowLoads(const Netlist& netlist, const std::vector<OfTraffic>& loads)
    : netlist_(&netlist), rates_(loads.size(), 1) {
  auto units = std::make_shared<Units>(netlist);
  for (std::size_t t = 0; t < loads.size(); ++t)
    units->add(t, loads[t], netlist.workloads.of<FlatTraffic>()[t].options.asks());
  units_ = std::move(units);
}

FlowLoads::Units::Units(const Netlist& netlist)
    : parts(netlist.parts.size()), connections(netlist.connections.size()) {}

void FlowLoads::Units::add(std::size_t traffic, const OfTraffic& loads, bool asks) {
  const double mean = loads.asked / static_cast<double>(loads.sources);
  for (std::size_t p = 0; p < loads.parts.size(); ++p) {
    const OfPart& load = loads.parts[p];
    if (load.bytes + load.asked + load.ends <= 0) continue;
    const OfPart unit{load.bytes / mean,  load.messages / mean, load.asked / mean, load.goes_on / mean,
                      load.served / mean, load.seconds / mean,  load.ends / mean,  load.ends_number / mean};
    // What a message costs grows with its bytes, so that requests and answers count by their mean.
    const bool by_mean = asks && unit.messages > 0;
    parts[p].push_back(
        {traffic, unit,
         by_mean ? static_cast<std::uint64_t>(std::llround(unit.bytes / unit.messages)) : loads.message});
  }
  for (std::size_t c = 0; c < loads.connections.size(); ++c) {
    const OfConnection& load = loads.connections[c];
    if (load.arrives <= 0 && load.bytes <= 0) continue;
    const OfConnection unit{load.arrives / mean, load.arrives_number / mean, load.bytes / mean, load.messages / mean,
                            load.coming / mean};
    connections[c].push_back({traffic, unit});
  }
}

FlowLoads FlowLoads::at(std::vector<double> rates) const {
  FlowLoads loads = *this;
  loads.rates_ = std::move(rates);
  return loads;
}

FlowLoads::OfPart FlowLoads::part(std::size_t number) const {
  OfPart sum;
  for (const Unit<OfPart>& unit : units_->parts[number]) {
    const double rate = rates_[unit.traffic];
    sum.bytes += rate * unit.load.bytes;
    sum.messages += rate * unit.load.messages;
    sum.goes_on += rate * unit.load.goes_on;
    sum.asked += rate * unit.load.asked;
    sum.served += rate * unit.load.served;
    sum.seconds += rate * unit.load.seconds;
    sum.ends += rate * unit.load.ends;
    sum.ends_number += rate * unit.load.ends_number;
  }
  return sum;
}

FlowLoads::OfConnection FlowLoads::connection(std::size_t number) const {
  OfConnection sum;
  for (const Unit<OfConnection>& unit : units_->connections[number]) {
    const double rate = rates_[unit.traffic];
    sum.arrives += rate * unit.load.arrives;
    sum.arrives_number += rate * unit.load.arrives_number;
    sum.bytes += rate * unit.load.bytes;
    sum.messages += rate * unit.load.messages;
    sum.coming += rate * unit.load.coming;
  }
  return sum;
}

std::uint64_t FlowLoads::message(std::size_t part) const {
  std::uint64_t message = 0;
  for (const Unit<OfPart>& unit : units_->parts[part]) {
    if (unit.load.bytes == 0) continue;
    const std::uint64_t size = unit.message;
    if (size == 0 || (message != 0 && message != size)) return large_message;
    message = size;
  }
  return message == 0 ? large_message : message;
}

double FlowLoads::events(Folding folding) const {
  std::vector<bool> is_computed(netlist_->parts.size(), false);
  if (folding == Folding::on)
    for (const FlatFold& fold : netlist_->folds)
      fold.for_each_computed([&is_computed](std::size_t part) { is_computed[part] = true; });
  double events = 0;
  for (std::size_t p = 0; p < netlist_->parts.size(); ++p) {
    if (is_computed[p]) continue;
    const OfPart load = part(p);
    if (load.messages + load.asked == 0) continue;
    PartConfig& config = *netlist_->parts[p].config;
    const double turns =
        config.as<Interconnect>() == nullptr
            ? 1
            : config.as<Interconnect>()->turns_of(static_cast<std::uint64_t>(std::ceil(load.bytes / load.messages)));
    events += (load.messages + load.asked) * config.events_per_message() * turns;
  }
  return events;
}

namespace {

/// Bytes a second that come to a part which says itself how busy it is.
std::optional<double> carries_of(const Netlist& netlist, const FlowLoads& loads, std::size_t number,
                                 const CarryingPart& carrying) {
  const FlatPart& part = netlist.parts[number];
  std::vector<PortLoad> comes, leaves;
  double all = 0;
  for (unsigned g = 0; g < part.joined.size(); ++g)
    for (unsigned i = 0; i < part.joined[g].size(); ++i) {
      if (!part.joined[g][i]) continue;
      const FlatConnection& connection = netlist.connections[*part.joined[g][i]];
      const FlowLoads::OfConnection load = loads.connection(*part.joined[g][i]);
      if (connection.to == number) {
        comes.push_back({{g, i}, load.arrives, load.arrives_number});
        all += load.arrives;
      } else if (netlist.parts[connection.to].config->is_endpoint()) {
        const FlowLoads::OfPart end = loads.part(connection.to);
        leaves.push_back({{g, i}, end.ends, end.ends_number});
      } else {
        leaves.push_back({{g, i}, load.arrives, load.arrives_number});
      }
    }
  const double busy = carrying.busy(comes, leaves);
  if (busy == 0) return std::nullopt;
  return all / busy;
}

}  // namespace

std::optional<double> carries_of(const Netlist& netlist, const FlowLoads& loads, std::size_t number) {
  const FlatPart& part = netlist.parts[number];
  const FlowLoads::OfPart load = loads.part(number);
  if (load.bytes == 0) return std::nullopt;
  if (const CarryingPart* const carrying = part.config->as<CarryingPart>())
    return carries_of(netlist, loads, number, *carrying);
  const std::uint64_t message = loads.message(number);
  if (load.seconds > 0) {
    double seconds = load.seconds;
    // What passes it, and is no request to it.
    if (const double others = load.bytes - load.served; others > 1e-9 * load.bytes)
      if (const std::optional<Capacity> capacity = part.config->capacity(message)) seconds += others / capacity->alone;
    return load.bytes / seconds;
  }
  std::vector<std::pair<PortRef, double>> inputs;
  double all = 0, largest = 0;
  for (unsigned g = 0; g < part.joined.size(); ++g)
    for (unsigned i = 0; i < part.joined[g].size(); ++i) {
      const std::optional<std::size_t>& connection = part.joined[g][i];
      if (!connection || netlist.connections[*connection].to != number) continue;
      const double arrives = loads.connection(*connection).arrives;
      if (arrives == 0) continue;
      inputs.emplace_back(PortRef{g, i}, arrives);
      all += arrives;
      largest = std::max(largest, arrives);
    }
  if (inputs.empty()) {
    const std::optional<Capacity> capacity = part.config->capacity(message);
    if (!capacity) return std::nullopt;
    // What stays costs a sink nothing more.
    return load.goes_on > 0 && load.goes_on < load.bytes ? capacity->alone * load.bytes / load.goes_on
                                                         : capacity->alone;
  }
  if (part.config->is_full_duplex()) {
    double longest = 0;
    for (const auto& [input, arrives] : inputs) {
      const std::optional<Capacity> capacity = part.config->capacity_from(input, message);
      if (!capacity) return std::nullopt;
      longest = std::max(longest, arrives / capacity->alone);
    }
    return all / longest;
  }
  // Whoever has more than all others together meets them no more often than they have something.
  const double meets = std::min(1.0, 2 * (all - largest) / all);
  // Of equal rates that rate itself and no sum: rows of equal bounds keep their order.
  double seconds = 0, slowest = std::numeric_limits<double>::infinity(), fastest = 0;
  for (const auto& [input, arrives] : inputs) {
    const std::optional<Capacity> capacity = part.config->capacity_from(input, message);
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

}  // namespace isochron
