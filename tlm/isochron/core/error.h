// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

namespace isochron {

/// The model itself failed: deadlock, protocol violation, an invariant that does not hold. The message says which and
/// where.
class ModelError : public std::runtime_error {
 public:
  explicit ModelError(const std::string& message) : std::runtime_error(message) {}
};

}  // namespace isochron
