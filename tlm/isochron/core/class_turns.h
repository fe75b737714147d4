// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cassert>
#include <cstdint>
#include <limits>
#include <vector>

namespace isochron {

/// Most classes of traffic that anything tells apart; they are numbered from 0.
inline constexpr unsigned most_classes = 8;

/// A set of classes: bit c is class c.
using ClassMask = std::uint32_t;

inline constexpr ClassMask class_bit(unsigned traffic_class) {
  return ClassMask{1} << traffic_class;
}

/// How a server that several classes share chooses the class of what it serves next.
enum class ClassOrder {
  strict,   ///< the class with the lowest number
  weighted  ///< each class in proportion to its weight
};

/// How something serves several classes.
struct ClassService {
  unsigned classes = 1;  ///< to most_classes
  ClassOrder order = ClassOrder::strict;
  std::vector<std::uint64_t> weights = {};  ///< one a class, 1 or more; empty: all alike. Not read with `strict`
};

/// Decides the class that is served next.
///
/// `weighted` is a deficit round robin (Shreedhar and Varghese, Efficient fair queuing using deficit round robin,
/// SIGCOMM 1995) with rounds of the smallest quantum: in a round each class that could be served is credited its
/// weight, in units of cost. The class that needs the fewest rounds until its credit covers its next item is served,
/// and pays that item; rounds that serve nobody are skipped in one step. What is left of a credit is carried to the
/// next choice. While classes are never empty, what two of them have been served, divided by their weights, differs by
/// at most their largest items divided by theirs, and 1. A class that has nothing when another one is served loses its
/// credit: it cannot save for a burst. A class that has something and may not be served now keeps its credit and is
/// given none.
class ClassTurns {
 public:
  explicit ClassTurns(const ClassService& service)
      : order_(service.order), weights_(service.weights), credit_(service.classes, 0) {
    assert(service.classes >= 1 && service.classes <= most_classes);
    weights_.resize(service.classes, 1);
  }

  unsigned classes() const { return static_cast<unsigned>(credit_.size()); }

  /// The class that is served next of `ready`, which has one or more; `cost_of(c)` is the cost of the next item of
  /// class c, below 2^40.
  template <class CostOf>
  unsigned next(ClassMask ready, const CostOf& cost_of) const {
    assert(ready != 0);
    if (order_ == ClassOrder::strict) return static_cast<unsigned>(__builtin_ctz(ready));
    return first_of(ready, cost_of).traffic_class;
  }

  /// The next item of the class `taken`, which next() returned for the same `ready`, is served. `present`: classes that
  /// have something, those of `ready` and others.
  template <class CostOf>
  void take(unsigned taken, ClassMask ready, ClassMask present, const CostOf& cost_of) {
    if (order_ == ClassOrder::strict) return;
    const std::uint64_t rounds = first_of(ready, cost_of).rounds;
    for (unsigned c = 0; c < classes(); ++c) {
      if ((present & class_bit(c)) == 0) credit_[c] = 0;
      if ((ready & class_bit(c)) != 0) credit_[c] += rounds * weights_[c];
    }
    credit_[taken] -= cost_of(taken);
    first_ = taken + 1 == classes() ? 0 : taken + 1;
  }

 private:
  struct First {
    unsigned traffic_class = 0;
    std::uint64_t rounds = std::numeric_limits<std::uint64_t>::max();
  };

  /// The class that its credit reaches first, and the rounds until then; of equal ones the next in turn.
  template <class CostOf>
  First first_of(ClassMask ready, const CostOf& cost_of) const {
    First first;
    for (unsigned i = 0; i < classes(); ++i) {
      const unsigned c = first_ + i < classes() ? first_ + i : first_ + i - classes();
      if ((ready & class_bit(c)) == 0) continue;
      const std::uint64_t cost = cost_of(c);
      const std::uint64_t rounds = cost <= credit_[c] ? 0 : (cost - credit_[c] + weights_[c] - 1) / weights_[c];
      if (rounds < first.rounds) first = {c, rounds};
    }
    return first;
  }

  ClassOrder order_;
  std::vector<std::uint64_t> weights_;
  std::vector<std::uint64_t> credit_;
  unsigned first_ = 0;  ///< the class behind the one that was served last
};

}  // namespace isochron
