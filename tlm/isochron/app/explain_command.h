// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace isochron {

/// Options of `isochron explain`.
struct ExplainOptions {
  std::string scenario;
  std::vector<std::string> changes;  ///< --set
  bool strict = false;               ///< what has no effect is an error
  std::string limit_memory;          ///< as MemoryLimit::read() takes it
  bool json = false;                 ///< as a document for programs
  bool netlist = false;              ///< of a machine file: parts and connections alone
  std::string fail;                  ///< how many parts fail at once, 1 or 2; empty: no failures are ranked
};

/// Prints what a scenario means before anything is simulated: parameters and where each comes from, the machine's
/// parts, and what arithmetic says of each resource. Returns the exit code; throws FileError, InputError.
int explain_command(const ExplainOptions& options);

}  // namespace isochron
