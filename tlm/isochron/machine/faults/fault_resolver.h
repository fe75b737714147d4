// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/faults/fault_declaration.h>
#include <isochron/machine/faults/flat_fault.h>
#include <isochron/machine/faults/link_pairs.h>

namespace isochron {

/// Faults of a machine, which `file` describes, with the values of its parameters. Throws InputError where a part
/// cannot fail so, has no such parameter, or is no link with one of the other direction where a fault strikes both.
std::vector<FlatFault> resolve_faults(const std::vector<FaultDeclaration>& faults, const MachineFile& file,
                                      const Names& parameters, const LinkPairs& pairs, const Netlist& netlist);

}  // namespace isochron
