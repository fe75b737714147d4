// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <isochron/machine/faults/fault_declaration.h>
#include <isochron/scenario/yaml_node.h>

namespace isochron {

/// The section `groups`: {psu: ["node[0]", "node[1]"]}. Expressions may have the names of `scope`. Throws InputError.
PartGroups read_groups(const YamlNode& node, const Expression::Scope& scope);

/// Adds what the section `faults` says to `faults`, whose parts may be groups. Throws InputError.
void read_faults(const YamlNode& node, const Expression::Scope& scope, const PartGroups& groups,
                 std::vector<FaultDeclaration>& faults);

}  // namespace isochron
