// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/machine/language/machine_file.h>

namespace isochron {

/// Checks what a machine file declares, before any of it is worked out: the types of parts, the parameters that it
/// sets, and every name in its expressions, also in types and branches that are not used. Throws InputError.
void check_declarations(const MachineFile& file);

}  // namespace isochron
