// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <isochron/core/class_turns.h>
#include <isochron/core/ring.h>

namespace isochron {

/// A queue for each class of traffic, first come, first served within a class; ClassTurns says which class is next. An
/// item has a cost, in bytes say, which weights are a proportion of.
template <class T>
class ClassQueue {
 public:
  /// See ClassTurns.
  explicit ClassQueue(const ClassService& service) : turns_(service) {}

  unsigned classes() const { return turns_.classes(); }
  bool empty() const { return present_ == 0; }
  std::size_t size() const { return size_; }
  std::size_t size(unsigned traffic_class) const { return rings_[traffic_class].size(); }
  /// Classes that have something.
  ClassMask present() const { return present_; }
  /// The next item of a class that has one.
  const T& front(unsigned traffic_class) const { return rings_[traffic_class].front().item; }

  void push(unsigned traffic_class, std::uint64_t cost, T item) {
    rings_[traffic_class].push({cost, std::move(item)});
    present_ |= class_bit(traffic_class);
    ++size_;
  }

  /// The class that is served next of `among`, of which one or more are present.
  unsigned next(ClassMask among = ~ClassMask{0}) const { return turns_.next(among & present_, costs()); }

  /// Takes the item that is served next of the classes `among`.
  T pop(ClassMask among = ~ClassMask{0}) { return pop_of(next(among), among); }

  /// The same where next() has returned `traffic_class` for `among`, and nothing has come since.
  T pop_of(unsigned traffic_class, ClassMask among) {
    Ring<Entry>& ring = rings_[traffic_class];
    turns_.take(traffic_class, among & present_, present_, costs());
    if (ring.size() == 1) present_ &= ~class_bit(traffic_class);
    --size_;
    return std::move(ring.pop().item);
  }

 private:
  struct Entry {
    std::uint64_t cost = 0;
    T item{};
  };

  auto costs() const {
    return [this](unsigned traffic_class) { return rings_[traffic_class].front().cost; };
  }

  ClassTurns turns_;
  std::array<Ring<Entry>, most_classes> rings_;
  ClassMask present_ = 0;
  std::size_t size_ = 0;
};

}  // namespace isochron
