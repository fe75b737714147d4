// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

namespace isochron {

/// The computer failed, not the model: memory ran out, no process could be started, or a simulating process was killed.
/// Another try may succeed. The message says what happened and what to do.
class HostError : public std::runtime_error {
 public:
  explicit HostError(const std::string& message) : std::runtime_error(message) {}
};

}  // namespace isochron
