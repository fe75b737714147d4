// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

namespace isochron {

/// Whether the path of a part, "node[2].raid[0]", matches `pattern`, in which * stands for one index.
bool matches_path(const std::string& pattern, const std::string& path);
/// What `pattern` matches of the scopes that the part is in: "node[0]" of "node[0].raid[1]"; empty: nothing.
std::string matching_scope(const std::string& path, const std::string& pattern);
/// "node[*][n]" of "node[*, n]": every index has brackets of its own; empty: it has no such brackets.
std::string with_brackets_each(const std::string& path);
/// "window[12]" as "window[]", and "window[j]" too.
std::string without_indices(const std::string& name);
/// "node[2]" before "node[10]".
bool in_natural_order(const std::string& one, const std::string& other);
/// Calls `take` with every way to split the path of a statistic, the longest part first, until it takes one: names of
/// parts and of statistics may have dots. "disk[0].io.count" is `count` of "disk[0].io", or `io.count` of "disk[0]".
/// Returns whether one was taken.
bool for_each_split(const std::string& path,
                    const std::function<bool(const std::string& part, const std::string& statistic)>& take);

}  // namespace isochron
