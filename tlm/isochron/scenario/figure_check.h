// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/scenario/scenario_point.h>

namespace isochron {

/// The SI unit of a figure; empty if only a result can say it. Throws InputError when no result of these points can
/// have it, as far as that can be said before simulating: an unknown metric, field, part or statistic, a half width of
/// one replication.
std::string require_figure(const NamedFigure& figure, const Scenario& scenario,
                           const std::vector<ScenarioPoint>& points, const MachineType& type);

}  // namespace isochron
