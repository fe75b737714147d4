// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/app/simulation.h>

namespace isochron {

/// What the command line says of `isochron check`.
struct CheckOptions {
  std::vector<std::string> scenarios;
  SimulationOptions simulation;
  std::string junit;  ///< file, "-", or empty
};

/// Simulates scenarios and compares each with what it expects. All are read and checked before the first is simulated;
/// a model that fails does not stop the others. What has run is reported in any case, also when the user asks to stop.
/// Returns the worst scenario's exit code; throws FileError, InputError, and Interrupted when asked to stop again.
int check_command(const CheckOptions& options);

}  // namespace isochron
