// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/route/routes.h>
#include <isochron/machine/workload/traffic/flow_loads.h>

namespace isochron {

/// Traffic whose `ways` are fewer than there are side by side, so that parts carry nothing, or more than there are.
std::vector<Warning> path_warnings(const Netlist& netlist, const Routes& routes, const FlowLoads& loads);

}  // namespace isochron
