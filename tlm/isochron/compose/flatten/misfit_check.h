// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/compose/netlist.h>

namespace isochron {

/// Throws InputError where a part does not fit those around it.
void check_misfits(const Netlist& netlist);

}  // namespace isochron
