// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isochron {

/// Everything that is not a result goes to standard error, through here. `quiet` leaves errors alone.
void start_log(bool quiet);
void log_note(const std::string& message);
void log_warning(const std::string& message);
void log_error(const std::string& message);

}  // namespace isochron
