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
    if (ranges_.empty()) return std::nullopt;
    const std::uint64_t end = address + (bytes == 0 ? 0 : bytes - 1);
    // The first range that does not end before the address, without a branch on data: destinations are random.
    const std::uint64_t* base = last_.data();
    for (std::size_t n = last_.size(); n > 1; n -= n / 2)
      base += n / 2 & -static_cast<std::size_t>(base[n / 2 - 1] < address);
    const Range& range = ranges_[static_cast<std::size_t>(base - last_.data())];
    if (address < range.first || end > range.last || end < address) return std::nullopt;
    return range.window;
  }

 private:
  struct Range {
    std::uint64_t first;
    std::uint64_t last;
    unsigned window;
  };
  void find_last();

  std::vector<Range> ranges_;        ///< sorted
  std::vector<std::uint64_t> last_;  ///< their last addresses, close together for the search
};

}  // namespace isochron
