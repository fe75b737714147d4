// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isochron {

/// Whether the path of a part, "node[2].raid[0]", matches `pattern`, in which * stands for one index.
bool matches_path(const std::string& pattern, const std::string& path);
/// "node[*][n]" of "node[*, n]": every index has brackets of its own; empty: it has no such brackets.
std::string with_brackets_each(const std::string& path);
/// "window[12]" as "window[]", and "window[j]" too.
std::string without_indices(const std::string& name);

}  // namespace isochron
