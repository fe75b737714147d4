// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace isochron {

/// Exit codes of the command.
enum ExitCode : int {
  exit_well = 0,
  exit_missed = 1,  ///< a band or check missed, two results differ
  exit_input = 2,   ///< bad input
  exit_model = 3,   ///< the model failed
  exit_file = 4,    ///< a file cannot be read or written
  exit_host = 5,    ///< the computer failed: no memory, or a simulating process was killed
  exit_interrupted = 130
};

}  // namespace isochron
