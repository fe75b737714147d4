// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/machine/elaborate/netlist.h>

namespace isochron {

/// Throws InputError where a part is named as if it were inside another one, "disk.cable" beside a part "disk", and
/// where parts of one scope do not follow each other: each has its place in the hierarchy of modules once.
void check_scopes(const Netlist& netlist);

}  // namespace isochron
