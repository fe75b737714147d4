// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <isochron/core/region.h>

namespace isochron {

/// Items that fall due at times of their own, in any order, under one activity of the region. Items of equal time fall
/// due in the order of entry.
template <class T>
class DueQueue : private Region::Activity {
 public:
  DueQueue(Region& region, Region::Rank rank) : region_(region) {
    region_.join(static_cast<Region::Activity&>(*this), rank);
  }

  bool empty() const { return items_.empty(); }
  std::size_t size() const { return items_.size(); }
  /// `time` is the present or later.
  void push(Time time, T item) {
    items_.push_back({time, next_order_++, std::move(item)});
    std::push_heap(items_.begin(), items_.end(), later);
    if (items_.front().time == time) region_.schedule(*this, time);
  }

 protected:
  ~DueQueue() override = default;
  /// An item has fallen due.
  virtual void due(T& item, Time now) = 0;

 private:
  struct Entry {
    Time time;
    std::uint64_t order;
    T item;
  };
  static bool later(const Entry& a, const Entry& b) { return a.time != b.time ? a.time > b.time : a.order > b.order; }

  void complete(Time now) final {
    while (!items_.empty() && items_.front().time <= now) {
      std::pop_heap(items_.begin(), items_.end(), later);
      T item = std::move(items_.back().item);
      items_.pop_back();
      due(item, now);
    }
    if (!items_.empty()) region_.schedule(*this, items_.front().time);
  }

  Region& region_;
  std::vector<Entry> items_;
  std::uint64_t next_order_ = 0;
};

}  // namespace isochron
