// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

#include <isochron/scenario/error_text.h>

namespace isochron {

/// A value that cannot be read, before it is known which parameter it belongs to and where it stands. The caller that
/// knows turns it into an InputError.
class ValueError : public std::runtime_error {
 public:
  ValueError(const std::string& cause, std::string remedy)
      : std::runtime_error(without_nul(cause)), remedy_(std::move(remedy)) {}

  const std::string& remedy() const { return remedy_; }

 private:
  std::string remedy_;
};

}  // namespace isochron
