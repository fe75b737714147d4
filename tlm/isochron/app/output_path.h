// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isochron {

/// Where a file appears that is written to `path`: through symbolic links, which stay, also to a file that is not there
/// yet. What is no regular file keeps its path. A loop of links is given back as it is.
std::string output_path(const std::string& path);

}  // namespace isochron
