// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/machine/elaborate/netlist.h>

namespace isochron {

/// Gives every memory and every window of a bus its addresses, and every part that reads and writes the address of the
/// memory that it works on. Throws InputError where there is none, and where two windows lead to one memory.
void allot_addresses(Netlist& netlist);

}  // namespace isochron
