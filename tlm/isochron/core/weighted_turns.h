// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cassert>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace isochron {

/// Whose turn it is among up to 64 who share something in proportion to their weights.
///
/// It is a deficit round robin (Shreedhar and Varghese, Efficient fair queuing using deficit round robin, SIGCOMM 1995)
/// with rounds of the smallest quantum: in a round each one that could be served is credited its weight, in units of
/// cost. The one that needs the fewest rounds until its credit covers its next item is served, and pays that item;
/// rounds that serve nobody are skipped in one step. What is left of a credit is carried to the next choice. While all
/// have something, what two of them have been served, divided by their weights, differs by at most their largest items
/// divided by theirs, and 1. One that has nothing when another one is served loses its credit: it cannot save for a
/// burst. One that has something and may not be served now keeps its credit and is given none.
class WeightedTurns {
 public:
  static constexpr unsigned none = 64;

  /// Who is next, and the rounds until then.
  struct Turn {
    unsigned number = none;
    std::uint64_t rounds = std::numeric_limits<std::uint64_t>::max();
  };

  /// `weights`: 1 or more each.
  explicit WeightedTurns(std::vector<std::uint64_t> weights)
      : weights_(std::move(weights)), credit_(weights_.size(), 0) {
    assert(!weights_.empty() && weights_.size() <= none);
  }

  unsigned size() const { return static_cast<unsigned>(weights_.size()); }

  /// The first whose credit covers its next item, of those in `ready` (bit i: number i could be served), and of equal
  /// ones the next in turn; of none `none`. `cost_of(i)` is the cost of the next item of number i, below 2^40.
  template <class CostOf>
  Turn next(std::uint64_t ready, const CostOf& cost_of) const {
    Turn first;
    const std::uint64_t before = (std::uint64_t{1} << first_) - 1;
    for (std::uint64_t left : {ready & ~before, ready & before})
      for (; left != 0; left &= left - 1) {
        const auto i = static_cast<unsigned>(__builtin_ctzll(left));
        const std::uint64_t cost = cost_of(i);
        const std::uint64_t rounds = cost <= credit_[i] ? 0 : (cost - credit_[i] + weights_[i] - 1) / weights_[i];
        if (rounds < first.rounds) first = {i, rounds};
      }
    return first;
  }

  /// An item of cost `cost` is served to the one that next() returned for the same `ready`. `present`: those that have
  /// something, the ones in `ready` and others.
  void take(const Turn& turn, std::uint64_t cost, std::uint64_t ready, std::uint64_t present) {
    for (unsigned i = 0; i < size(); ++i) {
      if ((present >> i & 1) == 0) credit_[i] = 0;
      if ((ready >> i & 1) != 0) credit_[i] += turn.rounds * weights_[i];
    }
    assert(credit_[turn.number] >= cost);
    credit_[turn.number] -= cost;
    first_ = turn.number + 1 == size() ? 0 : turn.number + 1;
  }

 private:
  std::vector<std::uint64_t> weights_;
  std::vector<std::uint64_t> credit_;
  unsigned first_ = 0;  ///< the one behind that which was served last
};

}  // namespace isochron
