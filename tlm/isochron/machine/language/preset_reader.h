// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <isochron/machine/language/machine_file.h>
#include <isochron/scenario/yaml_node.h>

namespace isochron {

/// Reads `presets` of a machine file: {PARAMETER: {VALUE: {PATH: VALUE, ...}}}. ParameterPresets checks paths and
/// values. Throws InputError.
std::vector<PresetDeclaration> read_presets(const YamlNode& node);

}  // namespace isochron
