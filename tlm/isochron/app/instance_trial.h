// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <isochron/scenario/idle_settings.h>
#include <isochron/scenario/scenario_point.h>

namespace isochron {

/// Builds the machine of each point, in a process each and without simulating, to see that every setting of
/// `instances` finds its part and fits it. Points without such settings have been checked when they were resolved.
/// Gives the settings that change nothing at any point. Throws InputError, ModelError.
std::vector<IdleSetting> try_instances(const std::vector<ScenarioPoint>& points);

}  // namespace isochron
