// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/route/detours.h>

#include <isochron/machine/workload/traffic/flow_loads.h>

namespace isochron {

Detours::Detours(const Netlist& netlist, const Routes& routes)
    : netlist_(netlist),
      routes_(routes),
      callers_(netlist.parts.size()),
      has_failed_(netlist.parts.size(), 0),
      known_(netlist.endpoints.size()) {
  for (std::size_t p = 0; p < netlist.parts.size(); ++p)
    visit_called(netlist, p, [&](const FlatConnection& connection) { callers_[connection.to].push_back(p); });
}

const std::vector<std::size_t>& Detours::fail(const std::vector<std::size_t>& parts) {
  for (const std::size_t part : failed_) has_failed_[part] = 0;
  failed_.clear();
  ++number_;
  const auto add = [this](std::size_t part) {
    if (has_failed(part)) return;
    has_failed_[part] = 1;
    failed_.push_back(part);
  };
  for (const std::size_t part : parts) add(part);
  for (std::size_t i = 0; i < failed_.size(); ++i)
    for (const std::size_t caller : callers_[failed_[i]]) add(caller);
  return failed_;
}

std::vector<Routes::Hop> Detours::hops(std::size_t source, const PortRef& output, std::uint32_t endpoint,
                                       unsigned way) {
  const std::size_t end = netlist_.endpoints[endpoint];
  if (has_failed(source) || has_failed(end)) return {};
  std::vector<Routes::Hop> passed{{source, output, {0, 0}}};
  const FlatConnection* next = netlist_.behind(source, output);
  if (next == nullptr || has_failed(next->to)) return {};
  while (next->to != end) {
    const Routes::Distances& distances = distances_to(endpoint);
    const std::size_t decision = routes_.decision_of(next->to, next->input);
    // Distances fall from hop to hop, so this ends.
    if (distances[decision] == Routes::far) return {};
    const PortRef on = routes_.nearer(decision, distances, way);
    passed.push_back({next->to, on, next->input});
    next = netlist_.behind(next->to, on);
  }
  passed.push_back({end, {0, 0}, next->input});
  return passed;
}

const Routes::Distances& Detours::distances_to(std::uint32_t endpoint) {
  Known& known = known_[endpoint];
  if (known.of != number_ || known.distances.empty()) {
    known.distances = routes_.distances(routes_.decisions_of(netlist_.endpoints[endpoint]), 0, has_failed_);
    known.of = number_;
  }
  return known.distances;
}

}  // namespace isochron
