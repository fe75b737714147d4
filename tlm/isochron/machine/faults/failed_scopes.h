// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/faults/fault_declaration.h>
#include <isochron/machine/faults/flat_fault.h>

namespace isochron {

/// Finds what fails with a fault of the kind "fail": a disk by itself, a storage unit by what tells its coordinator, or
/// the parts below the scopes that match and the links between them and others, which fail with them. Throws InputError
/// where there is no such part, or something else than links joins it to the rest.
void find_failed(FlatFault& fault, const FaultDeclaration& declared, const Netlist& netlist);

}  // namespace isochron
