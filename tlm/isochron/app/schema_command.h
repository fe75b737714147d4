// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isochron {

/// Prints the JSON Schema of scenario files ("scenario") or machine files ("machine"), for editors. Returns the exit
/// code; throws InputError.
int schema_command(const std::string& of);

}  // namespace isochron
