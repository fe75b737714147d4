// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <isochron/machine/language/machine_file.h>

namespace isochron {

/// The section `arrays` of a machine file. Throws InputError.
std::vector<DiskArrayDeclaration> read_disk_arrays(const YamlNode& node);

}  // namespace isochron
