// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isochron {

/// The whole file, which InputFiles then has. Throws FileError: missing, a folder, no permission, larger than 256 MiB.
std::string read_text_file(const std::string& path);
/// The same of a file that another one names: it may be no pipe and no device either.
std::string read_regular_file(const std::string& path);

}  // namespace isochron
