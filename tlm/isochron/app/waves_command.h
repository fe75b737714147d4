// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace isochron {

/// What the command line says of `isochron waves`.
struct WavesOptions {
  std::string scenario;
  std::vector<std::string> changes;  ///< --set
  std::vector<std::string> scopes;   ///< as --trace-scope
  bool json = false;
};

/// Prints what of a scenario's machine can be traced; of a scenario that varies something, of its first point. Returns
/// the exit code; throws FileError, InputError.
int waves_command(const WavesOptions& options);

}  // namespace isochron
