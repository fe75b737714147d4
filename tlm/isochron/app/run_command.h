// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/app/simulation.h>
#include <isochron/app/trace_output.h>

namespace isochron {

/// Options of `isochron run`.
struct RunOptions {
  std::string scenario;
  SimulationOptions simulation;
  std::string json;      ///< file, "-", or empty
  std::string csv;       ///< folder, or empty
  std::string pictures;  ///< folder, or empty
  std::string inputs;    ///< file, or empty
  TraceOptions trace;
};

/// Simulates a scenario and writes its result; the list of its input files also when that fails. Returns the exit code;
/// throws FileError, InputError, ModelError, Interrupted.
int run_command(const RunOptions& options);

}  // namespace isochron
