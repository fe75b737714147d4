// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <isochron/core/kernel_event.h>

namespace isochron {

/// Items that fall due at times of their own, in any order, under one kernel event. Items of equal time come out in the
/// order of entry.
template <class T>
class TimedQueue {
 public:
  explicit TimedQueue(const char* name) : due_(name) {}

  /// Make an SC_METHOD sensitive to this; let it take() until that returns false.
  const sc_core::sc_event& event() const { return due_.event(); }

  void push(Time time, T item) {
    items_.push_back({time, next_order_++, std::move(item)});
    std::push_heap(items_.begin(), items_.end(), later);
    if (items_.front().time == time) due_.notify_at(time);
  }
  /// Takes the first item that is due at `now`; once none is left arms the event for the next one.
  bool take(Time now, T& item) {
    if (items_.empty()) return false;
    if (items_.front().time > now) {
      due_.notify_at(items_.front().time);
      return false;
    }
    std::pop_heap(items_.begin(), items_.end(), later);
    item = std::move(items_.back().item);
    items_.pop_back();
    return true;
  }
  std::size_t size() const { return items_.size(); }

 private:
  struct Entry {
    Time time;
    std::uint64_t order;
    T item;
  };
  static bool later(const Entry& a, const Entry& b) { return a.time != b.time ? a.time > b.time : a.order > b.order; }

  KernelEvent due_;
  std::vector<Entry> items_;
  std::uint64_t next_order_ = 0;
};

}  // namespace isochron
