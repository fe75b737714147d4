// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/app/exit_code.h>
#include <isochron/scenario/expectation_check.h>

namespace isochron {

/// Outcome of one scenario in `isochron check`.
struct ScenarioOutcome {
  std::string scenario;
  std::vector<CheckOutcome> checks;
  std::string problem;        ///< "the model failed", "bad input", "not run", ...; empty when it was compared
  std::string error;          ///< why
  ExitCode exit = exit_well;  ///< what it makes the command answer; exit_interrupted: it was not run, or not to its end
  double wall_s = 0;
};

/// The outcomes as a JUnit XML report: a suite a scenario, a case an expectation; one that was not run is skipped. It
/// is well-formed whatever names and messages hold.
std::string junit_report(const std::vector<ScenarioOutcome>& outcomes);

/// "118.200 MB/s", or why there is no value.
std::string value_text(const CheckOutcome& check);

/// "raid.bandwidth.mean is 118.2 MB/s, not 119.5 MB/s to 122 MB/s".
std::string describe_miss(const CheckOutcome& check);

}  // namespace isochron
