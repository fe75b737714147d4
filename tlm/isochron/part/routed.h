// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/part/part_plan.h>
#include <isochron/protocol/route_table.h>

namespace isochron {

/// Fills `table` with the routes of a part with `outputs` outputs, which `port(index)` gives. All go by an only one.
template <class PortOf>
void fill_routes(RouteTable& table, const PartPlan& plan, unsigned outputs, const PortOf& port) {
  table.resize(plan.endpoints, plan.ways);
  for (std::uint32_t endpoint = 0; endpoint < plan.endpoints && outputs == 1; ++endpoint)
    for (unsigned way = 0; way < plan.ways; ++way) table.set(endpoint, way, port(0));
  for (const RouteEntry& route : plan.routes)
    for (std::uint32_t endpoint = route.first; endpoint <= route.last; ++endpoint)
      for (unsigned way = 0; way < plan.ways; ++way)
        if (route.way == all_ways || route.way == way) table.set(endpoint, way, port(route.output.index));
}

}  // namespace isochron
