// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace isochron {

/// Whose turn it is among up to 64 who ask, so that those who always can go get bytes in proportion to their weights:
/// start-time fair queueing. Each has the time, on a clock that counts bytes over weights, at which its next packet
/// begins; the earliest goes, of equal ones that with the lowest number. Whoever could not go for a while begins at the
/// present and gets nothing for what it has missed.
///
/// Source: Goyal, Vin, Cheng: Start-time fair queueing, ACM SIGCOMM 1996, section 2.
class WeightedTurns {
 public:
  static constexpr unsigned none = 64;

  /// `weights`: 1 or more each.
  explicit WeightedTurns(std::vector<std::uint64_t> weights) : weights_(std::move(weights)), next_(weights_.size()) {}

  /// The first in turn of those in `asking` (bit i: number i asks) for which `may_go(i)` holds; `none` of none.
  template <class MayGo>
  unsigned next(std::uint64_t asking, MayGo&& may_go) const {
    unsigned first = none;
    for (std::uint64_t turn = asking; turn != 0; turn &= turn - 1) {
      const unsigned i = static_cast<unsigned>(__builtin_ctzll(turn));
      if (first != none && start(i) >= start(first)) continue;
      if (may_go(i)) first = i;
    }
    return first;
  }
  void served(unsigned i, std::uint64_t bytes) {
    now_ = start(i);
    next_[i] = now_ + (bytes << scale) / weights_[i];
  }

 private:
  static constexpr unsigned scale = 20;

  std::uint64_t start(unsigned i) const { return std::max(now_, next_[i]); }

  std::vector<std::uint64_t> weights_;
  std::vector<std::uint64_t> next_;
  std::uint64_t now_ = 0;
};

}  // namespace isochron
