// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isochron {

/// Everything that is not a result goes to standard error, through here. `quiet` leaves errors alone. A message is one
/// line, whatever the names and values in it hold.
void start_log(bool quiet);
void log_note(const std::string& message);
void log_warning(const std::string& message);
void log_error(const std::string& message);
/// "where: report"; the report of a model may have several lines.
void log_failure(const std::string& where, const std::string& report);

}  // namespace isochron
