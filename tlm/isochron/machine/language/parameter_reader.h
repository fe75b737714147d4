// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <isochron/machine/language/machine_file.h>

namespace isochron {

/// Parameters that the map `node` of a machine or a type declares. Throws InputError.
std::vector<ParameterDeclaration> read_parameters(const YamlNode& node);

}  // namespace isochron
