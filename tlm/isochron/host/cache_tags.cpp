// SPDX-License-Identifier: Apache-2.0
#include <isochron/host/cache_tags.h>

#include <stdexcept>

#include <isochron/core/power_of_two.h>

namespace isochron {

CacheTags::CacheTags(std::uint64_t size, std::uint64_t line, std::uint64_t ways) : line_(line), ways_(ways) {
  if (!fits(size, line, ways)) throw std::invalid_argument("cache: line and number of sets must be powers of two");
  set_mask_ = size / (line * ways) - 1;
  entries_.assign(size / line, empty);
}

bool CacheTags::fits(std::uint64_t size, std::uint64_t line, std::uint64_t ways) {
  if (line < 2 || ways == 0 || size % (line * ways) != 0) return false;
  return is_power_of_two(line) && is_power_of_two(size / (line * ways));
}

}  // namespace isochron
