// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <isochron/scenario/scenario_point.h>

namespace isochron {

/// Throws InputError when `expectation` names a figure that no result of these points can have, as far as that can be
/// said before simulating: an unknown metric, field, part or statistic, a half width of one replication, a limit in
/// another unit than the metric's.
void require_figure(const Expectation& expectation, const Scenario& scenario, const std::vector<ScenarioPoint>& points,
                    const MachineType& type);

}  // namespace isochron
