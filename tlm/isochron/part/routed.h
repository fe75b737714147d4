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
  for (unsigned output = 0; output < outputs; ++output) table.may_lead_to(port(output));
  table.resize(plan.endpoints, plan.ways);
  each_route(plan, outputs,
             [&](std::uint32_t endpoint, unsigned way, unsigned output) { table.set(endpoint, way, port(output)); });
}

/// Changes a route in a table, of as many ways as it needs.
template <class Table, class Port>
void change_route(Table& table, std::uint32_t endpoint, unsigned way, Port& port) {
  if (way >= table.ways()) table.grow(way + 1);
  table.set(endpoint, way, port);
}

}  // namespace isochron
