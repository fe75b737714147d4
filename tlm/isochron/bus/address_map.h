// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace isochron {

/// Which window of a bus answers to which addresses. Windows must not overlap.
class AddressMap {
 public:
  /// Addresses first to last, both inclusive, belong to `window`. Throws std::invalid_argument on overlap or last < first.
  void add(std::uint64_t first, std::uint64_t last, unsigned window);

  /// The window of the transfer of `bytes` at `address`, or nullopt if not all of it lies in one.
  std::optional<unsigned> decode(std::uint64_t address, std::uint64_t bytes) const {
    const std::uint64_t end = address + (bytes == 0 ? 0 : bytes - 1);
    std::size_t low = 0;
    std::size_t high = ranges_.size();
    while (low < high) {
      const std::size_t middle = (low + high) / 2;
      if (ranges_[middle].last < address)
        low = middle + 1;
      else
        high = middle;
    }
    if (low == ranges_.size() || address < ranges_[low].first || end > ranges_[low].last || end < address)
      return std::nullopt;
    return ranges_[low].window;
  }

 private:
  struct Range {
    std::uint64_t first;
    std::uint64_t last;
    unsigned window;
  };
  std::vector<Range> ranges_;  ///< sorted
};

}  // namespace isochron
