// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace isochron {

/// Parts that a name is compared with to find what was meant: it takes the square of their lengths each.
inline constexpr std::size_t most_suggested = 10'000;

/// The array that an index of a path is beyond: "node[0].raid" of "node[0].raid[3]" where that has 3 parts.
struct ArrayBeyond {
  std::string array;
  std::size_t size = 0;
};
/// nullopt: no index of `path` is beyond an array of the parts `paths`.
std::optional<ArrayBeyond> array_beyond(const std::string& path, const std::vector<std::string>& paths);

/// "There are node[0].raid[0] to node[0].raid[2]"; empty: none is.
std::string array_remedy(const std::string& path, const std::vector<std::string>& paths);

}  // namespace isochron
