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
  first_of_.clear();
}

void AddressMap::change(std::uint64_t first, std::uint64_t last, unsigned window) {
  std::vector<Range> ranges;
  const auto add = [&ranges](const Range& range) {
    if (!ranges.empty() && ranges.back().window == range.window && ranges.back().last + 1 == range.first)
      ranges.back().last = range.last;
    else
      ranges.push_back(range);
  };
  bool is_in = false;
  for (const Range& range : ranges_) {
    if (range.first < first) add({range.first, std::min(range.last, first - 1), range.window});
    if (!is_in && range.last >= first) {
      add({first, last, window});
      is_in = true;
    }
    if (range.last > last) add({std::max(range.first, last + 1), range.last, range.window});
  }
  if (!is_in) add({first, last, window});
  ranges_ = std::move(ranges);
  first_of_.clear();
}

void AddressMap::make_table() const {
  // Some four blocks a range, so that the first range of a block is mostly the right one.
  lowest_ = ranges_.front().first;
  span_ = ranges_.back().last - lowest_;
  block_bits_ = 0;
  while (span_ >> block_bits_ >= 4 * ranges_.size()) ++block_bits_;
  std::uint32_t range = 0;
  for (std::uint64_t block = 0; block <= span_ >> block_bits_; ++block) {
    while (ranges_[range].last < lowest_ + (block << block_bits_)) ++range;
    first_of_.push_back(range);
  }
}

}  // namespace isochron
