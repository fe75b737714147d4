// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isochron {

/// Writes all of `content` to an open file, which may be one that does not wait (O_NONBLOCK). Returns 0 or an errno.
/// Throws Interrupted when the user asks to stop while a pipe's reader does not read.
int write_all(int descriptor, const std::string& content);

}  // namespace isochron
