// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <isochron/scenario/published_numbers.h>
#include <isochron/scenario/result.h>
#include <isochron/scenario/scenario_point.h>

namespace isochron {

/// The published numbers that this scenario says something about, beside its results. A number is listed at every point
/// that meets its conditions; one that does not depend on the simulation, once. `results` belong to `points` one to
/// one. Throws InputError when a published number names an unknown parameter.
std::vector<PublishedResult> compare_published(const PublishedNumbers& numbers, const Scenario& scenario,
                                               const MachineType& type, const std::vector<ScenarioPoint>& points,
                                               const std::vector<PointResult>& results);

/// Limits of a band around `centre` (where it has one), in `unit`. Throws InputError when the units do not fit.
struct BandLimits {
  std::optional<double> low;
  std::optional<double> high;

  bool contain(double value) const { return (!low || value >= *low) && (!high || value <= *high); }
};
BandLimits band_limits(const Band& band, std::optional<double> centre, const std::string& unit);

}  // namespace isochron
