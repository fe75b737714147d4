// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/route/routes.h>
#include <isochron/machine/workload/traffic/flat_traffic.h>

namespace isochron {

/// The routes of a machine's traffic: the shortest, but for those that `via` forces. Fills FlatTraffic::addressed_ways.
/// `netlist` must outlive them. Throws InputError where a part of `via` lies on no way.
Routes find_routes(Netlist& netlist);

}  // namespace isochron
