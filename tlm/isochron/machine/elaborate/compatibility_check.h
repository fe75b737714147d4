// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/machine/elaborate/netlist.h>

namespace isochron {

/// Throws InputError where a part does not fit those around it.
void check_compatibility(const Netlist& netlist);

}  // namespace isochron
