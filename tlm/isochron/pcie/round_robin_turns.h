// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace isochron {

/// Whose turn it is among up to 64 who ask: the next one after the one that was served last.
class RoundRobinTurns {
 public:
  static constexpr unsigned none = 64;

  /// The first in turn of those in `asking` (bit i: number i asks) for which `may_go(i)` holds; `none` of none.
  template <class MayGo>
  unsigned next(std::uint64_t asking, MayGo&& may_go) const {
    const std::uint64_t before = (std::uint64_t{1} << first_) - 1;
    for (std::uint64_t turn : {asking & ~before, asking & before})
      for (; turn != 0; turn &= turn - 1) {
        const unsigned i = static_cast<unsigned>(__builtin_ctzll(turn));
        if (may_go(i)) return i;
      }
    return none;
  }
  void served(unsigned i) { first_ = (i + 1) % none; }

 private:
  unsigned first_ = 0;
};

}  // namespace isochron
