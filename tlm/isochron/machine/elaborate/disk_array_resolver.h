// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/language/machine_file.h>

namespace isochron {

/// Notes which arrays of disks the machine has. One none of whose parts are there, as parameters are, is left out.
/// Throws InputError where a pattern matches nothing in any case, where a part is in no `per`, where a value does not
/// fit, and where an array has no more disks than may fail.
void resolve_disk_arrays(const MachineFile& file, const Names& parameters, Netlist& netlist);

}  // namespace isochron
