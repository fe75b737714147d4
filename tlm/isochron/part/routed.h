// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/part/part_plan.h>
#include <isochron/protocol/route_table.h>

namespace isochron {

/// Calls `visit(endpoint, way, output)` with each route of a part with `outputs` outputs. All go by an only one.
template <class Visit>
void each_route(const PartPlan& plan, unsigned outputs, const Visit& visit) {
  for (std::uint32_t endpoint = 0; endpoint < plan.endpoints && outputs == 1; ++endpoint)
    for (unsigned way = 0; way < plan.ways; ++way) visit(endpoint, way, 0u);
  for (const RouteEntry& route : plan.routes)
    for (std::uint32_t endpoint = route.first; endpoint <= route.last; ++endpoint)
      for (unsigned way = 0; way < plan.ways; ++way)
        if (route.way == all_ways || route.way == way) visit(endpoint, way, route.output.index);
}

/// Fills `table` with the routes of a part with `outputs` outputs, which `port(index)` gives.
template <class PortOf>
void fill_routes(RouteTable& table, const PartPlan& plan, unsigned outputs, const PortOf& port) {
  table.resize(plan.endpoints, plan.ways);
  each_route(plan, outputs,
             [&](std::uint32_t endpoint, unsigned way, unsigned output) { table.set(endpoint, way, port(output)); });
}

}  // namespace isochron
