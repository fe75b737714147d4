// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/language/machine_file.h>

namespace isochron {

/// Works out the jobs of a machine whose parts are joined and have their addresses: for each job its steps, for each
/// step its parts. Throws InputError, with the place in the file, of whatever does not fit.
void resolve_jobs(const MachineFile& file, const Names& parameters, Netlist& netlist);

}  // namespace isochron
