// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace isochron {

/// Lists the scenarios that come with the command. Returns the exit code; throws FileError.
int list_command();

}  // namespace isochron
