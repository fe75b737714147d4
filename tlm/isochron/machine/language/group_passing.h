// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/machine/language/machine_file.h>

namespace isochron {

/// Puts a setting for each parameter in place of a whole group that a part takes: `pci: pci`. Throws InputError.
void pass_groups(MachineFile& file);

}  // namespace isochron
