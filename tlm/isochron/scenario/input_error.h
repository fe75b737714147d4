// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <isochron/scenario/error_text.h>
#include <isochron/scenario/source_position.h>

namespace isochron {

/// Parameters to set together, with values as a scenario has them: {{"gige_buses", "1"}}.
using Remedy = std::vector<std::pair<std::string, std::string>>;

/// Something in the input is wrong: one sentence of cause and one of remedy, both without a trailing full stop.
/// The command prints "position: cause. remedy." and exits with 2.
class InputError : public std::runtime_error {
 public:
  /// `remedies`: each a way out by itself, for programs that ask; empty where no value mends it.
  InputError(const SourcePosition& position, const std::string& cause, const std::string& remedy,
             std::vector<Remedy> remedies = {})
      : InputError(error_text(position.text(), cause, remedy), std::move(remedies)) {}

  /// One that was thrown in another process.
  explicit InputError(const std::string& message, std::vector<Remedy> remedies = {})
      : std::runtime_error(message), remedies_(std::move(remedies)) {}

  const std::vector<Remedy>& remedies() const { return remedies_; }

 private:
  std::vector<Remedy> remedies_;
};

}  // namespace isochron
