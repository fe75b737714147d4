// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/machine/elaborate/netlist.h>

namespace isochron {

/// Gives the parts of `netlist` the names that `bounds` of the file have for them. Throws InputError: a pattern that
/// matches no part, whatever the machine's parameters are, or a part that has two names.
void name_resources(const MachineFile& file, Netlist& netlist);

}  // namespace isochron
