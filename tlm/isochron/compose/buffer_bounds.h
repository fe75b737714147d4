// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <isochron/compose/flow_loads.h>
#include <isochron/compose/netlist.h>
#include <isochron/compose/transits.h>
#include <isochron/system/machine.h>

namespace isochron {

/// What message buffers allow, where that is less than what is behind them can carry: of each kind of port or sink the
/// instance whose buffers are taken most. A port of B buffers, each taken for t seconds by a message when nothing else
/// is in its way, lets at most B / t messages a second through.
std::vector<ResourceBound> buffer_bounds(const Netlist& netlist, const FlowLoads& loads, const Transits& transits);

}  // namespace isochron
