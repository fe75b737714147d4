// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/scenario/expectation_check.h>

namespace isochron {

/// What became of one scenario in `isochron check`.
struct ScenarioOutcome {
  std::string scenario;
  std::vector<CheckOutcome> checks;
  std::string error;  ///< why it could not be simulated; empty when it could
  double wall_s = 0;
};

/// The outcomes as a JUnit XML report: a suite a scenario, a case an expectation.
std::string junit_report(const std::vector<ScenarioOutcome>& outcomes);

/// "raid.bandwidth.mean is 118.2 MB/s, not 119.5 MB/s to 122 MB/s".
std::string describe_miss(const CheckOutcome& check);

}  // namespace isochron
