// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <isochron/machine/language/machine_file.h>
#include <isochron/machine/run/machine_description.h>
#include <isochron/observe/parameter_table.h>

namespace isochron {

/// The parts of a machine that nothing limits: those of which a parameter is set by one of the machine's alone, in
/// `parameters`, and that one is `unlimited`.
std::vector<UnlimitedParts> unlimited_parts(const MachineFile& file, const ParameterTable& parameters);

}  // namespace isochron
