// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

namespace isochron {

/// A waveform or log could not be written while the simulation ran.
class WriteError : public std::runtime_error {
 public:
  /// `error`: an errno.
  WriteError(const std::string& file, int error);

  const std::string& file() const { return file_; }
  int error() const { return error_; }

 private:
  std::string file_;
  int error_;
};

}  // namespace isochron
