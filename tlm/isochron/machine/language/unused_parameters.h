// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/machine/language/machine_file.h>
#include <isochron/scenario/yaml_node.h>

namespace isochron {

/// Those of the parameters that a machine, or a type of it, declares and that no other word of it names. `body`: the
/// map that it was read from.
std::vector<const ParameterDeclaration*> unused_parameters(const YamlNode& body, const TypeDeclaration& type);

}  // namespace isochron
