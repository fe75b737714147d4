// SPDX-License-Identifier: Apache-2.0
#include <isochron/device/cache_tags.h>

#include <stdexcept>

namespace isochron {

CacheTags::CacheTags(std::uint64_t size, std::uint64_t line, std::uint64_t ways) : line_(line), ways_(ways) {
  if (!fits(size, line, ways)) throw std::invalid_argument("cache: the number of sets is not a power of two");
  set_mask_ = size / (line * ways) - 1;
  entries_.assign(size / line, empty);
}

bool CacheTags::fits(std::uint64_t size, std::uint64_t line, std::uint64_t ways) {
  if (line < 2 || ways == 0 || size == 0 || size % (line * ways) != 0) return false;
  const std::uint64_t sets = size / (line * ways);
  return (sets & (sets - 1)) == 0;
}

}  // namespace isochron
