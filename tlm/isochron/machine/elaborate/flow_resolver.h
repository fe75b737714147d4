// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/language/machine_file.h>

namespace isochron {

/// Notes which parts count in which flow. A flow none of whose parts are there, as parameters are, is left out. Throws
/// InputError where a pattern matches nothing in any case, where a part counts nothing or in two flows, and where parts
/// of one flow count in different units.
void resolve_flows(const MachineFile& file, Netlist& netlist);

}  // namespace isochron
