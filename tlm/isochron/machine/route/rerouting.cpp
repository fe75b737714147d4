// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/route/rerouting.h>

#include <algorithm>

#include <fmt/format.h>
#include <systemc>

#include <isochron/machine/route/via_router.h>
#include <isochron/machine/workload/traffic/stream_maker.h>
#include <isochron/protocol/endpoint_address.h>
#include <isochron/scenario/input_error.h>

namespace isochron {

namespace {

/// Each is kept, with the parts that it crosses.
constexpr std::size_t most_rerouted_flows = 500'000;

bool is_same_hop(const Routes::Hop& one, const Routes::Hop& other) {
  return one.part == other.part && one.output == other.output && one.input == other.input;
}

}  // namespace

bool Rerouting::is_needed(const Netlist& netlist) {
  return std::any_of(netlist.faults.begin(), netlist.faults.end(), is_known);
}

std::vector<Warning> Rerouting::warnings(const Netlist& netlist, const Routes& routes) {
  std::vector<Warning> warnings;
  if (!is_needed(netlist)) return warnings;
  Detours detours(netlist, routes);
  const std::shared_ptr<const EndpointNodes> nodes = endpoint_nodes(netlist);
  for (const FlatFault& fault : netlist.faults) {
    if (fault.kind != "down" || !is_known(fault)) continue;
    detours.fail(fault.parts);
    std::size_t all = 0, stopped = 0;
    for (const FlatTraffic& traffic : netlist.workloads.of<FlatTraffic>()) {
      StreamMaker maker(netlist, routes, traffic, nodes);
      for (std::size_t number = 0; number < traffic.sources.size() && all < most_rerouted_flows; ++number)
        for (const Stream& stream : maker.of(number)) {
          ++all;
          const auto is_cut = [&](const Stream::Piece& piece) {
            const bool is_broken = std::any_of(piece.hops.begin(), piece.hops.end(),
                                               [&](const Routes::Hop& hop) { return detours.has_failed(hop.part); });
            return is_broken && detours.hops(traffic.sources[number], piece.output, stream.endpoint, piece.way).empty();
          };
          if (std::any_of(stream.there.begin(), stream.there.end(), is_cut)) ++stopped;
        }
    }
    if (stopped > 0)
      warnings.push_back(
          {fmt::format("while `{}` lasts, {} of {} pairs of a source and a sink have no other way: what they send is "
                       "lost once it is known",
                       fault.name, stopped, all),
           "Add a link to the machine that leads around it, or expect that"});
  }
  return warnings;
}

Rerouting::Rerouting(Netlist& netlist)
    : netlist_(netlist),
      routes_(find_routes(netlist)),
      detours_(netlist, routes_),
      rerouted_(netlist.parts.size(), nullptr),
      crossing_(netlist.parts.size()) {
  for (FlatTraffic& traffic : netlist.workloads.of<FlatTraffic>()) add_flows(traffic);
}

void Rerouting::add_flows(FlatTraffic& traffic) {
  const auto ways = static_cast<unsigned>(traffic.options.ways);
  const std::shared_ptr<const EndpointNodes> nodes = endpoint_nodes(netlist_);
  std::vector<WayTable> tables;
  StreamMaker maker(netlist_, routes_, traffic, nodes);
  for (std::size_t number = 0; number < traffic.sources.size(); ++number) {
    const std::size_t source = traffic.sources[number];
    const WayChoice choice(traffic.options, netlist_.parts[source].path, nodes, way_table(traffic, number));
    const auto table = std::make_shared<std::vector<std::uint8_t>>();
    for (std::uint32_t endpoint = 0; endpoint < netlist_.endpoints.size(); ++endpoint)
      for (unsigned way = 0; way < ways; ++way)
        table->push_back(static_cast<std::uint8_t>(choice.addressed(endpoint, way)));
    for (const Stream& stream : maker.of(number)) {
      // What leaves by different outputs has one address.
      const std::size_t first = flows_.size();
      for (const Stream::Piece& piece : stream.there) {
        const auto known = std::find_if(flows_.begin() + static_cast<std::ptrdiff_t>(first), flows_.end(),
                                        [&piece](const Flow& one) { return one.way == piece.way; });
        const auto flow = static_cast<std::uint32_t>(known - flows_.begin());
        if (known == flows_.end()) {
          const std::size_t entry = std::size_t{stream.endpoint} * ways + piece.way;
          flows_.push_back({source, table, entry, stream.endpoint, piece.way, (*table)[entry], {}});
        }
        flows_[flow].outputs.push_back(piece.output);
        for (const Routes::Hop& hop : piece.hops)
          if (crossing_[hop.part].empty() || crossing_[hop.part].back() != flow) crossing_[hop.part].push_back(flow);
      }
    }
    if (flows_.size() > most_rerouted_flows)
      throw InputError(
          traffic.position,
          fmt::format(
              "ways around what fails are found for up to {} pairs of a source and a sink, and the machine has more",
              most_rerouted_flows),
          "Name fewer sources or sinks, or give the faults an end and no `detect`");
    tables.push_back(table);
  }
  traffic.addressed_ways = std::move(tables);
}

void Rerouting::find_parts() {
  for (std::size_t p = 0; p < rerouted_.size(); ++p)
    rerouted_[p] = dynamic_cast<Rerouted*>(sc_core::sc_find_object(netlist_.parts[p].path.c_str()));
}

void Rerouting::without(const std::vector<std::size_t>& parts) {
  for (const std::uint32_t flow : detoured_) (*flows_[flow].table)[flows_[flow].entry] = flows_[flow].addressed;
  detoured_.clear();
  for (const std::size_t part : detours_.fail(parts))
    detoured_.insert(detoured_.end(), crossing_[part].begin(), crossing_[part].end());
  std::sort(detoured_.begin(), detoured_.end());
  detoured_.erase(std::unique(detoured_.begin(), detoured_.end()), detoured_.end());
  for (const std::uint32_t flow : detoured_) send_around(flows_[flow]);
}

void Rerouting::send_around(Flow& flow) {
  std::vector<Route> routes;
  for (const PortRef& output : flow.outputs) {
    routes.push_back(detours_.hops(flow.source, output, flow.endpoint, flow.way));
    if (routes.back().empty()) return;
  }
  constexpr unsigned most = 1u << EndpointAddress::way_bits;
  for (unsigned way = 0; way < most; ++way) {
    const bool is_known = way < routes_.addressed_ways();
    if (is_known ? !leads_along(flow, routes, way) : !can_lead_along(flow, routes, way)) continue;
    if (!is_known) lead_along(flow, routes, way);
    (*flow.table)[flow.entry] = static_cast<std::uint8_t>(way);
    return;
  }
}

bool Rerouting::has_choice(const Routes::Hop& hop) const {
  return routes_.outputs_of(routes_.decision_of(hop.part, hop.input)) > 1;
}

bool Rerouting::leads_along(const Flow& flow, const std::vector<Route>& routes, unsigned way) const {
  for (std::size_t o = 0; o < routes.size(); ++o) {
    const Route& route = routes[o];
    const Route own = routes_.hops(flow.source, flow.outputs[o], flow.endpoint, way);
    if (!std::equal(own.begin(), own.end(), route.begin(), route.end(), is_same_hop)) return false;
    // One that is forced is known to the parts that it was forced at alone.
    for (std::size_t i = 1; i + 1 < route.size() && way >= routes_.ways(); ++i)
      if (has_choice(route[i]) && routes_.forced(route[i].part, flow.endpoint, way) == nullptr) return false;
  }
  return true;
}

bool Rerouting::can_lead_along(const Flow& flow, const std::vector<Route>& routes, unsigned way) const {
  Outputs wanted;  // by part, of these routes: another output of the source may lead to one of its parts too
  for (const Route& route : routes)
    for (std::size_t i = 1; i + 1 < route.size(); ++i) {
      const auto [part, output, input] = route[i];
      if (rerouted_[part] == nullptr && has_choice(route[i])) return false;
      if (rerouted_[part] == nullptr) continue;
      const PortRef* const other = taken(part, flow.endpoint, way);
      if (other != nullptr && !(*other == output)) return false;
      const auto own =
          std::find_if(wanted.begin(), wanted.end(), [p = part](const auto& one) { return one.first == p; });
      if (own == wanted.end())
        wanted.emplace_back(static_cast<unsigned>(part), output);
      else if (!(own->second == output))
        return false;
    }
  return true;
}

void Rerouting::lead_along(const Flow& flow, const std::vector<Route>& routes, unsigned way) {
  for (const Route& route : routes)
    for (std::size_t i = 1; i + 1 < route.size(); ++i) {
      const Routes::Hop& hop = route[i];
      if (rerouted_[hop.part] == nullptr || taken(hop.part, flow.endpoint, way) != nullptr) continue;
      taken_[place_of(hop.part, flow.endpoint)].emplace_back(way, hop.output);
      rerouted_[hop.part]->change_route(flow.endpoint, way, hop.output.index);
    }
}

const PortRef* Rerouting::taken(std::size_t part, std::uint32_t endpoint, unsigned way) const {
  const auto found = taken_.find(place_of(part, endpoint));
  if (found == taken_.end()) return nullptr;
  for (const auto& [known, output] : found->second)
    if (known == way) return &output;
  return nullptr;
}

}  // namespace isochron
