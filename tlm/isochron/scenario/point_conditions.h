// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <isochron/scenario/scenario_point.h>

namespace isochron {

/// Whether every condition holds at the point: a parameter of the machine, or a varied path, has that value.
/// Throws InputError: unknown parameter, a value that cannot be read.
bool meets(const ScenarioPoint& point, const std::vector<ParameterCondition>& conditions);

/// Whether every parameter but those of `conditions` has its default, and no instance is set for itself.
bool others_are_default(const ScenarioPoint& point, const std::vector<ParameterCondition>& conditions,
                        const MachineType& type);

}  // namespace isochron
