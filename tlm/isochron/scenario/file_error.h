// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

#include <isochron/scenario/error_text.h>

namespace isochron {

/// A file cannot be read or written; the message says which, why, and what to do. The command exits with 4.
class FileError : public std::runtime_error {
 public:
  FileError(const std::string& file, const std::string& cause, const std::string& remedy)
      : std::runtime_error(error_text(file, cause, remedy)), cause_(file + ": " + cause) {}

  /// Which file and why, for whoever knows another remedy.
  const std::string& cause() const { return cause_; }

 private:
  std::string cause_;
};

}  // namespace isochron
