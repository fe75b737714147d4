// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <isochron/scenario/published_numbers.h>
#include <isochron/scenario/result.h>
#include <isochron/scenario/scenario_point.h>

namespace isochron {

/// Puts a result together from the replications of every point, `records[point][replication]`.
Result build_result(const Scenario& scenario, const MachineType& type, const std::vector<ScenarioPoint>& points,
                    const std::vector<std::vector<ReplicationRecord>>& records, const PublishedNumbers& published);

}  // namespace isochron
