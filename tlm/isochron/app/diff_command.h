// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isochron {

/// What the command line says of `isochron diff`.
struct DiffOptions {
  std::string first;
  std::string second;
  bool all = false;  ///< every line; else the largest differences of a section
};

/// Prints what differs between two results, parameters first. What a run cost is left out. Returns exit_missed when
/// anything differs; throws FileError, InputError.
int diff_command(const DiffOptions& options);

}  // namespace isochron
