// SPDX-License-Identifier: Apache-2.0
#include <isochron/bus/address_map.h>

#include <algorithm>
#include <stdexcept>

namespace isochron {

void AddressMap::add(std::uint64_t first, std::uint64_t last, unsigned window) {
  if (last < first) throw std::invalid_argument("address map: a window ends before it begins");
  const auto next =
      std::find_if(ranges_.begin(), ranges_.end(), [&](const Range& range) { return range.last >= first; });
  if (next != ranges_.end() && next->first <= last)
    throw std::invalid_argument("address map: windows " + std::to_string(next->window) + " and " +
                                std::to_string(window) + " overlap");
  ranges_.insert(next, {first, last, window});
  last_.clear();
  for (const Range& range : ranges_) last_.push_back(range.last);
}

}  // namespace isochron
