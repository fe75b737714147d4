// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isochron {

/// Beside `target`, where a process that is to write it may do so until it is complete: `.NAME.PID.tmp`.
std::string temporary_name(const std::string& target, int process);

/// Takes the lock of an open temporary file, which lasts as long as it is open in this process or a child. False when
/// somebody else has it.
bool lock_temporary(int descriptor);

/// Removes the temporary files of `target` that killed processes left. One whose process still runs stays, and one that
/// is locked: its process may be in another container, where its number means something else.
void remove_stale_files(const std::string& target);

}  // namespace isochron
