// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <isochron/machine/language/machine_file.h>

namespace isochron {

/// Checks that the list `node` of a machine or a type declares. Throws InputError.
std::vector<CheckDeclaration> read_checks(const YamlNode& node);

}  // namespace isochron
