// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

#include <isochron/scenario/error_text.h>
#include <isochron/scenario/source_position.h>

namespace isochron {

/// Something in the input is wrong: one sentence of cause and one of remedy, both without a trailing full stop.
/// The command prints "position: cause. remedy." and exits with 2.
class InputError : public std::runtime_error {
 public:
  InputError(const SourcePosition& position, const std::string& cause, const std::string& remedy)
      : std::runtime_error(error_text(position.text(), cause, remedy)) {}

  /// One that was thrown in another process.
  explicit InputError(const std::string& message) : std::runtime_error(message) {}
};

}  // namespace isochron
