// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <isochron/scenario/idle_settings.h>
#include <isochron/scenario/published_numbers.h>
#include <isochron/scenario/result.h>
#include <isochron/scenario/scenario_point.h>

namespace isochron {

/// An expectation at one point, and what became of it.
struct CheckOutcome {
  std::string metric;
  std::string at;  ///< the point, in words
  std::string unit;
  std::optional<double> simulated;
  std::string missing;  ///< why there is no value: "nothing arrived"
  std::optional<double> low;
  std::optional<double> high;
  bool ok = false;
  SourcePosition position;  ///< of the expectation
};

/// Checks before simulating: published numbers exist and have a value, points that `at` selects exist, and
/// the metrics are among those that the machine declares (if it declares any). Throws InputError.
void require_checkable(const Scenario& scenario, const std::vector<ScenarioPoint>& points,
                       const PublishedNumbers& published, const MachineType& type);

/// Compares. `results` belong to `points` one to one. A figure without a value is a miss. Throws InputError: a figure
/// that no result has, a limit in a unit that the metric does not have.
std::vector<CheckOutcome> check_expectations(const Scenario& scenario, const std::vector<ScenarioPoint>& points,
                                             const PublishedNumbers& published,
                                             const std::vector<PointResult>& results);

/// Takes out of a scenario that the command line has changed what it expects of parts that are at none of the points:
/// the change took them away, and the rest can still be compared. Returns what to say of each. In a scenario as it
/// stands it is a mistake: see require_checkable().
std::vector<IdleSetting> drop_expectations_of_absent_parts(Scenario& scenario,
                                                           const std::vector<ScenarioPoint>& points);

}  // namespace isochron
