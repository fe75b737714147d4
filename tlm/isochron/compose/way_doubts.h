// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <isochron/compose/flow_loads.h>
#include <isochron/compose/netlist.h>
#include <isochron/compose/routes.h>

namespace isochron {

/// Traffic whose `ways` are fewer than there are side by side, so that parts carry nothing, or more than there are.
std::vector<Doubt> way_doubts(const Netlist& netlist, const Routes& routes, const FlowLoads& loads);

}  // namespace isochron
