// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/workload/traffic/flat_traffic.h>

namespace isochron {

/// Works out for each route of `traffic` which parts `via` has it pass. `netlist` has its endpoints. Throws InputError
/// where a path matches no part.
void resolve_via(const TrafficDeclaration& declared, const Names& parameters, const Netlist& netlist,
                 FlatTraffic& traffic);

}  // namespace isochron
