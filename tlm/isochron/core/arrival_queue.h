// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>

#include <isochron/core/ring.h>
#include <isochron/core/time.h>

namespace isochron {

/// First come, first served. Items that come in one instant are served in the order of their keys (strand numbers,
/// say), whatever the order of the calls: results must not depend on who is called first. Items of equal key keep their
/// order. `Key`: anything that is made without arguments and compared by <=.
template <class T, class Key = std::uint64_t>
class ArrivalQueue {
 public:
  bool empty() const { return ring_.empty(); }
  std::size_t size() const { return ring_.size(); }
  T& front() { return ring_.front().item; }
  const T& front() const { return ring_.front().item; }
  /// Item i from the front.
  const T& operator[](std::size_t i) const { return ring_[i].item; }

  /// `now` is not before that of the push before.
  void push(Time now, const Key& key, T item) {
    ring_.push({now, key, std::move(item)});
    for (std::size_t i = ring_.size() - 1; i > 0; --i) {
      Entry& before = ring_[i - 1];
      if (before.time != now || before.key <= key) break;
      std::swap(before, ring_[i]);
    }
  }
  T pop() { return ring_.pop().item; }
  /// Takes the one that would be served last.
  T pop_back() { return ring_.pop_back().item; }
  /// Takes item i out; those behind it move up.
  void remove(std::size_t i) {
    for (; i > 0; --i) std::swap(ring_[i], ring_[i - 1]);
    ring_.pop();
  }

 private:
  struct Entry {
    Time time = 0;
    Key key{};
    T item{};
  };
  Ring<Entry> ring_;
};

}  // namespace isochron
