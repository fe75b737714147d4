// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isochron {

/// What is allowed in a machine and hardly meant, for a warning before anything is simulated.
struct Warning {
  std::string cause;
  std::string remedy;
};

}  // namespace isochron
