// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isochron {

/// What the command line says of `isochron describe`.
struct DescribeOptions {
  std::string type;  ///< empty: all
  bool json = false;
  bool file = false;  ///< the machine file itself
};

/// Prints the models with their parameters, ports, statistics and sources. Returns the exit code; throws InputError.
int describe_command(const DescribeOptions& options);

}  // namespace isochron
