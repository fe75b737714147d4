// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <isochron/machine/language/machine_file.h>

namespace isochron {

/// Reads a machine file and those that it includes, and checks its declarations. Throws FileError or InputError.
MachineFile read_machine_file(const std::string& file);

/// Whether the YAML file at `path` begins a machine: it has a line `machine: NAME`.
bool is_machine_file(const std::string& path);

}  // namespace isochron
