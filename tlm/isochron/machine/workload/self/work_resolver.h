// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/language/machine_file.h>

namespace isochron {

/// Adds the work that parts have of their own to `netlist`. Throws InputError where the machine cannot have it.
void resolve_work(const MachineFile& file, Netlist& netlist);
/// Once the other workloads are known. Throws InputError where parts have only work without end, nothing is beside it,
/// and the machine is not measured by it.
void require_end(const MachineFile& file, const Netlist& netlist);

}  // namespace isochron
