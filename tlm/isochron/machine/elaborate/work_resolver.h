// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/machine/language/machine_file.h>
#include <isochron/machine/elaborate/netlist.h>

namespace isochron {

/// Adds the work that parts have of their own to `netlist`. Throws InputError where the machine cannot have it.
void resolve_work(const MachineFile& file, Netlist& netlist);

}  // namespace isochron
