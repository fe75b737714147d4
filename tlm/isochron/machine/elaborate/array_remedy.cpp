// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/elaborate/array_remedy.h>

#include <algorithm>

#include <fmt/format.h>

namespace isochron {

std::optional<ArrayBeyond> array_beyond(const std::string& path, const std::vector<std::string>& paths) {
  for (std::size_t bracket = path.find('['); bracket != std::string::npos; bracket = path.find('[', bracket + 1)) {
    const std::string before = path.substr(0, bracket + 1);
    std::size_t size = 0;
    for (const std::string& other : paths)
      if (other.compare(0, before.size(), before) == 0)
        size = std::max<std::size_t>(size, std::stoull(other.substr(before.size())) + 1);
    if (size == 0) return std::nullopt;
    if (std::stoull(path.substr(before.size())) >= size) return ArrayBeyond{path.substr(0, bracket), size};
  }
  return std::nullopt;
}

std::string array_remedy(const std::string& path, const std::vector<std::string>& paths) {
  const std::optional<ArrayBeyond> beyond = array_beyond(path, paths);
  if (!beyond) return {};
  if (beyond->size == 1) return fmt::format("There is {}[0] alone", beyond->array);
  return fmt::format("There are {0}[0] to {0}[{1}]", beyond->array, beyond->size - 1);
}

}  // namespace isochron
