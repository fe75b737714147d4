// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace isochron {

/// The last address of a window that answers to all of them.
inline constexpr std::uint64_t last_address = ~std::uint64_t{0} - 1;

/// Which window of a bus answers to which addresses. Windows must not overlap.
class AddressMap {
 public:
  /// Addresses first to last, both inclusive, belong to `window`. Throws std::invalid_argument on overlap or last <
  /// first.
  void add(std::uint64_t first, std::uint64_t last, unsigned window);

  /// From now on addresses first to last belong to `window`, whatever they belonged to.
  void change(std::uint64_t first, std::uint64_t last, unsigned window);

  /// The window of the transfer of `bytes` at `address`, or nullopt if not all of it lies in one.
  std::optional<unsigned> decode(std::uint64_t address, std::uint64_t bytes) const {
    if (__builtin_expect(first_of_.empty(), 0)) {
      if (ranges_.empty()) return std::nullopt;
      make_table();
    }
    const std::uint64_t from_lowest = address - lowest_;
    if (from_lowest > span_) return std::nullopt;
    const Range* range = &ranges_[first_of_[from_lowest >> block_bits_]];
    while (range->last < address) ++range;
    const std::uint64_t end = address + (bytes == 0 ? 0 : bytes - 1);
    if (address < range->first || end > range->last || end < address) return std::nullopt;
    return range->window;
  }

 private:
  struct Range {
    std::uint64_t first;
    std::uint64_t last;
    unsigned window;
  };
  void make_table() const;

  std::vector<Range> ranges_;  ///< sorted
  // A table of the ranges by address, made when it is first needed:
  mutable std::uint64_t lowest_ = 0;             ///< address
  mutable std::uint64_t span_ = 0;               ///< from the lowest address to the highest
  mutable unsigned block_bits_ = 0;              ///< the table has an entry for each 2^block_bits_ addresses
  mutable std::vector<std::uint32_t> first_of_;  ///< the first range that does not end before the block
};

}  // namespace isochron
