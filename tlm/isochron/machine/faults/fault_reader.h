// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <isochron/machine/faults/fault_declaration.h>
#include <isochron/scenario/yaml_node.h>

namespace isochron {

/// Adds what the section `faults` says to `faults`. Expressions may have the names of `scope`. Throws InputError.
void read_faults(const YamlNode& node, const Expression::Scope& scope, std::vector<FaultDeclaration>& faults);

}  // namespace isochron
