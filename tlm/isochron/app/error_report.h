// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/app/exit_code.h>
#include <isochron/scenario/input_error.h>

namespace isochron {

/// Says why the command ends without what it was asked for: a line for people, or with `--errors json` one JSON object
/// on a line, {"error": TEXT, "exit": CODE, "remedies": [{PATH: VALUE, ...}, ...]}. A remedy is a way out by itself;
/// its values are as `--set` takes them.
class ErrorReport {
 public:
  ErrorReport(int argc, const char* const* argv);

  /// Returns `exit`, for the command to end with.
  int operator()(ExitCode exit, const std::string& message, const std::vector<Remedy>& remedies = {}) const;
  /// The same for a model's own report, which may have several lines.
  int failure(const std::string& report) const;

 private:
  void print_json(ExitCode exit, const std::string& message, const std::vector<Remedy>& remedies) const;

  bool json_ = false;
};

}  // namespace isochron
