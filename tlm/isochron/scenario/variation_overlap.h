// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <isochron/observe/type_registry.h>
#include <isochron/scenario/scenario_point.h>

namespace isochron {

/// Throws InputError when two paths of `vary` set the same parameter of the same part: "instances.node[*].raid[0].x"
/// and "instances.node[0].raid[*].x". The later one would win, and the points would not be what their labels say.
void require_distinct_variations(const Scenario& scenario, const std::vector<ScenarioPoint>& points,
                                 const TypeRegistry& types);

}  // namespace isochron
