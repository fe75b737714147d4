// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/route/way_choice.h>
#include <isochron/machine/workload/traffic/flat_traffic.h>

#include <algorithm>
#include <utility>

namespace isochron {

namespace {

unsigned index_behind(const std::string& path, std::size_t bracket) {
  return bracket == std::string::npos ? 0 : static_cast<unsigned>(std::stoul(path.substr(bracket + 1)));
}

}  // namespace

unsigned first_index(const std::string& path) {
  return index_behind(path, path.find('['));
}

unsigned last_index(const std::string& path) {
  return index_behind(path, path.rfind('['));
}

std::shared_ptr<const EndpointNodes> endpoint_nodes(const Netlist& netlist) {
  EndpointNodes nodes;
  for (const std::size_t endpoint : netlist.endpoints) {
    nodes.of.push_back(first_index(netlist.parts[endpoint].path));
    nodes.count = std::max(nodes.count, nodes.of.back() + 1);
  }
  return std::make_shared<const EndpointNodes>(std::move(nodes));
}

WayTable way_table(const FlatTraffic& traffic, std::size_t number) {
  return traffic.addressed_ways.empty() ? nullptr : traffic.addressed_ways[number];
}

WayChoice::WayChoice(const TrafficOptions& options, const std::string& path, std::shared_ptr<const EndpointNodes> nodes,
                     WayTable addressed)
    : way_of_(options.way_of),
      ways_(static_cast<unsigned>(options.ways)),
      place_(last_index(path)),
      node_(first_index(path)),
      nodes_(std::move(nodes)),
      addressed_(std::move(addressed)) {}

unsigned WayChoice::to(std::uint32_t endpoint) const {
  const std::uint32_t node = nodes_->of[endpoint], count = nodes_->count;
  switch (way_of_) {
    case TrafficOptions::WayOf::source:
    case TrafficOptions::WayOf::message:
      break;
    case TrafficOptions::WayOf::pair:
      return (endpoint + place_) % ways_;
    case TrafficOptions::WayOf::parity:
      if (node != node_) return (node_ + node) % ways_;
      break;
    case TrafficOptions::WayOf::balanced:
      // The nodes in order of their distance take the ways in turn.
      if (node != node_) return ((node + count - node_ - 1) % count + node_) % ways_;
      break;
  }
  return place_ % ways_;
}

}  // namespace isochron
