// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <isochron/machine/run/machine_description.h>

namespace isochron {

/// What arithmetic says of the machine's resources, for `isochron explain`: a table, the tightest bound first, and a
/// sentence that names it. Empty when the machine knows no bounds.
std::string bounds_text(const MachineDescription& machine);

}  // namespace isochron
