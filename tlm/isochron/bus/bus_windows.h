// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <isochron/part/part_config.h>
#include <isochron/part/part_plan.h>
#include <isochron/protocol/endpoint_address.h>

namespace isochron {

// Buses have as many devices, ports 0, and windows, ports 1, as are joined.

/// What comes from a device may leave by every window.
inline std::vector<PortRef> all_windows(const PartPlan& plan) {
  std::vector<PortRef> windows;
  for (unsigned i = 0; i < plan.counts[1]; ++i) windows.push_back({1, i});
  return windows;
}

/// Windows of a bus answer to the endpoints that are reached through them.
template <class Bus>
void map_routes(Bus& bus, const PartPlan& plan) {
  if (plan.counts[1] > 1)
    bus.change_routes_by([&bus](std::uint32_t endpoint, unsigned way, unsigned output) {
      const std::uint64_t first = EndpointAddress{endpoint, way}.encode();
      bus.change(first, first + (std::uint64_t{1} << EndpointAddress::offset_bits) - 1, output);
    });
  for (const RouteEntry& route : plan.routes) {
    // Ways lie side by side in an endpoint's addresses: where all go by one window they are one range.
    if (route.way == all_ways) {
      bus.map(EndpointAddress::first(route.first), EndpointAddress::last(route.last), route.output.index);
      continue;
    }
    for (std::uint32_t endpoint = route.first; endpoint <= route.last; ++endpoint) {
      const EndpointAddress address{endpoint, route.way};
      const std::uint64_t first = address.encode();
      bus.map(first, first + (std::uint64_t{1} << EndpointAddress::offset_bits) - 1, route.output.index);
    }
  }
}

}  // namespace isochron
