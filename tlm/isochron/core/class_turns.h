// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cassert>
#include <cstdint>
#include <vector>

#include <isochron/core/weighted_turns.h>

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

  /// The weight of each class.
  std::vector<std::uint64_t> all_weights() const {
    std::vector<std::uint64_t> all = weights;
    all.resize(classes, 1);
    return all;
  }
};

/// Decides the class that is served next: `weighted` as WeightedTurns does.
class ClassTurns {
 public:
  explicit ClassTurns(const ClassService& service) : order_(service.order), turns_(service.all_weights()) {
    assert(service.classes >= 1 && service.classes <= most_classes);
  }

  unsigned classes() const { return turns_.size(); }

  /// The class that is served next of `ready`, which has one or more; `cost_of(c)` is the cost of the next item of
  /// class c, below 2^40.
  template <class CostOf>
  unsigned next(ClassMask ready, const CostOf& cost_of) const {
    assert(ready != 0);
    if (order_ == ClassOrder::strict) return static_cast<unsigned>(__builtin_ctz(ready));
    return turns_.next(ready, cost_of).number;
  }

  /// The next item of the class `taken`, which next() returned for the same `ready`, is served. `present`: classes that
  /// have something, those of `ready` and others.
  template <class CostOf>
  void take(unsigned taken, ClassMask ready, ClassMask present, const CostOf& cost_of) {
    if (order_ == ClassOrder::strict) return;
    turns_.take(turns_.next(ready, cost_of), cost_of(taken), ready, present);
  }

 private:
  ClassOrder order_;
  WeightedTurns turns_;
};

}  // namespace isochron
