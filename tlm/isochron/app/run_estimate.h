// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/machine/run/run_size.h>
#include <isochron/scenario/scenario_point.h>

namespace isochron {

/// What a replication of a point will cost, by arithmetic: an estimate of Machine::size() with what the scenario says
/// of single instances.
RunSize estimated_size(const ScenarioPoint& point, const Measure& measure);

}  // namespace isochron
