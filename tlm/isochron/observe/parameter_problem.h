// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace isochron {

/// A parameter that is valid alone but not beside the others.
struct ParameterProblem {
  std::string path;                 ///< the parameter to blame
  std::string message;              ///< cause
  std::string remedy;               ///< the rule, for when no single value mends it
  std::vector<std::string> others;  ///< parameters that take part; a change of one of them may mend it
  /// Stored values worth trying that nobody would find by going up and down: a divisor, a product. Of dimensions what
  /// each of them may be a multiple of.
  std::vector<std::pair<std::string, std::uint64_t>> candidates = {};
};

}  // namespace isochron
