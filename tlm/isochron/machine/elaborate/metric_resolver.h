// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/machine/elaborate/netlist.h>

namespace isochron {

/// Adds the file's metrics to `netlist`, each with the unit of the statistics that it is of. Throws InputError: a
/// pattern that matches nothing, an unknown statistic.
void resolve_metrics(const MachineFile& file, const Names& names, Netlist& netlist);

}  // namespace isochron
