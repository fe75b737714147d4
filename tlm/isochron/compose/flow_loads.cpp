// SPDX-License-Identifier: Apache-2.0
#include <isochron/compose/flow_loads.h>

#include <algorithm>
#include <map>
#include <unordered_map>

#include <fmt/format.h>

#include <isochron/compose/destinations.h>
#include <isochron/scenario/input_error.h>

namespace isochron {

namespace {

std::uint64_t size_of(const Netlist& netlist, std::size_t source, const char* parameter, std::uint64_t given,
                      std::uint64_t standard) {
  if (given != 0) return given;
  const ParameterTable table = netlist.parts[source].config->parameters();
  const Parameter* const own = table.find(parameter);
  return own == nullptr ? standard : std::get<std::uint64_t>(own->get());
}

/// "node[0]" of "node[0].raid[1]"; empty for a part that is in nothing.
std::string node_of(const std::string& path) {
  const std::size_t dot = path.find('.');
  return dot == std::string::npos ? "" : path.substr(0, dot);
}

}  // namespace

std::uint64_t message_of(const Netlist& netlist, const FlatTraffic& traffic, std::size_t source) {
  return std::min(size_of(netlist, source, "message", traffic.options.message, 1024), io_of(netlist, traffic, source));
}

std::uint64_t io_of(const Netlist& netlist, const FlatTraffic& traffic, std::size_t source) {
  return size_of(netlist, source, "io", traffic.options.io, 128 * 1024);
}

std::vector<std::uint32_t> endpoints_of(const Netlist& netlist, const FlatTraffic& traffic, std::size_t number) {
  std::unordered_map<std::size_t, std::uint32_t> numbers;
  for (std::size_t e = 0; e < netlist.endpoints.size(); ++e)
    numbers[netlist.endpoints[e]] = static_cast<std::uint32_t>(e);
  const std::string own = node_of(netlist.parts[traffic.sources[number]].path);
  std::vector<std::uint32_t> endpoints;
  for (const std::size_t sink : traffic.sinks)
    if (traffic.options.include_self || own.empty() || node_of(netlist.parts[sink].path) != own)
      endpoints.push_back(numbers.at(sink));
  return endpoints;
}

unsigned last_index(const std::string& path) {
  const std::size_t bracket = path.rfind('[');
  return bracket == std::string::npos ? 0 : static_cast<unsigned>(std::stoul(path.substr(bracket + 1)));
}

FlowLoads flow_loads(const Netlist& netlist, const Routes& routes) {
  FlowLoads loads;
  loads.parts.resize(netlist.parts.size());
  std::vector<std::vector<bool>> entered(netlist.parts.size());
  for (const FlatTraffic& traffic : netlist.traffic) {
    const bool has_rate = !traffic.rate.zero();
    loads.asks_for_all = loads.asks_for_all || !has_rate;
    for (std::size_t number = 0; number < traffic.sources.size(); ++number) {
      const std::size_t source = traffic.sources[number];
      const double rate = has_rate ? traffic.rate.to_double() / 8 / static_cast<double>(traffic.shares[number]) : 1;
      if (loads.rate == 0) loads.rate = rate;
      const std::vector<PortRef> outputs = netlist.parts[source].config->sources();
      const std::vector<std::uint32_t> endpoints = endpoints_of(netlist, traffic, number);
      if (endpoints.empty())
        throw InputError(
            traffic.position,
            fmt::format("`{}` of the traffic `{}` has nowhere to send to", netlist.parts[source].path, traffic.name),
            "Set `include_self: true`, or name more sinks");
      const std::vector<double> shares =
          destination_shares(traffic.options, endpoints.size(), static_cast<unsigned>(number));
      const double message = static_cast<double>(message_of(netlist, traffic, source));
      loads.messages += rate / message;
      const unsigned place = last_index(netlist.parts[source].path);
      for (std::size_t e = 0; e < endpoints.size(); ++e) {
        if (shares[e] == 0) continue;
        const unsigned ways = static_cast<unsigned>(traffic.options.ways);
        const bool spreads = traffic.options.way_of == TrafficOptions::WayOf::message;
        const unsigned first =
            traffic.options.way_of == TrafficOptions::WayOf::pair ? (endpoints[e] + place) % ways : place % ways;
        for (const PortRef& output : outputs)
          for (unsigned way = 0; way < (spreads ? ways : 1); ++way) {
            const double part_of = rate * shares[e] / static_cast<double>(outputs.size()) / (spreads ? ways : 1);
            const std::vector<Routes::Hop> hops = routes.hops(source, output, endpoints[e], spreads ? way : first);
            if (hops.empty())
              throw InputError(traffic.position,
                               fmt::format("there is no way from `{}.{}` to `{}`", netlist.parts[source].path,
                                           netlist.parts[source].port_name(output),
                                           netlist.parts[netlist.endpoints[endpoints[e]]].path),
                               "Connect them, or leave one of them out of the traffic");
            for (const Routes::Hop& hop : hops) {
              FlowLoads::OfPart& at = loads.parts[hop.part];
              at.bytes += part_of;
              at.messages += part_of / message;
              loads.hops += part_of / message * netlist.parts[hop.part].config->events_per_message();
              if (hop.part == source) continue;
              const std::size_t joined = *netlist.parts[hop.part].joined[hop.input.group][hop.input.index];
              if (std::find(at.inputs.begin(), at.inputs.end(), joined) == at.inputs.end()) at.inputs.push_back(joined);
            }
          }
      }
    }
  }
  return loads;
}

std::vector<ResourceBound> bounds_of(const Netlist& netlist, const FlowLoads& loads) {
  std::map<std::string, std::size_t> places;
  std::vector<ResourceBound> bounds;
  std::vector<double> used;
  for (std::size_t p = 0; p < netlist.parts.size(); ++p) {
    const FlowLoads::OfPart& load = loads.parts[p];
    if (load.bytes == 0) continue;
    const FlatPart& part = netlist.parts[p];
    const std::optional<Capacity> capacity =
        part.config->capacity(static_cast<std::uint64_t>(load.bytes / load.messages + 0.5));
    if (!capacity) continue;
    const double carries = load.inputs.size() > 1 ? capacity->contended : capacity->alone;
    const std::string kind = kind_of_path(part.path);
    const auto [place, is_new] = places.emplace(kind, bounds.size());
    if (is_new) {
      const TypeInfo info = component_types().at(part.type).info();
      bounds.push_back({kind, fmt::format("{}: {}", part.type, info.summary), 0, carries, 0});
      used.push_back(0);
    }
    ResourceBound& bound = bounds[place->second];
    if (load.bytes / carries <= used[place->second]) continue;
    used[place->second] = load.bytes / carries;
    bound.load = load.bytes;
    bound.capacity = carries;
    bound.limit = loads.rate * carries / load.bytes;
  }
  return bounds;
}

}  // namespace isochron
