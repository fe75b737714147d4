// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/machine/workload/workload_kind.h>

namespace isochron {

/// Reads the list `traffic` of a machine file. Throws InputError.
void read_traffic(const YamlNode& node, const FileReader& beside, MachineFile& machine);

}  // namespace isochron
