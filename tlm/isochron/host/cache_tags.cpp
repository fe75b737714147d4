// SPDX-License-Identifier: Apache-2.0
#include <isochron/host/cache_tags.h>

#include <stdexcept>

namespace isochron {

CacheTags::CacheTags(std::uint64_t size, std::uint64_t line, std::uint64_t ways) : line_(line), ways_(ways) {
  if (!fits(size, line, ways)) throw std::invalid_argument("cache: line and number of sets must be powers of two");
  set_mask_ = size / (line * ways) - 1;
  entries_.assign(size / line, empty);
}

bool CacheTags::fits(std::uint64_t size, std::uint64_t line, std::uint64_t ways) {
  const auto power_of_two = [](std::uint64_t n) { return n != 0 && (n & (n - 1)) == 0; };
  if (line < 2 || ways == 0 || size % (line * ways) != 0) return false;
  return power_of_two(line) && power_of_two(size / (line * ways));
}

}  // namespace isochron
