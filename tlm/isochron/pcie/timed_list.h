// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <utility>

#include <isochron/core/ring.h>
#include <isochron/core/time.h>

namespace isochron {

/// Items in the order of the times in their member `at`, of equal times in the order of entry. Most come in that order,
/// so each is put in from the end.
template <class T>
class TimedList {
 public:
  bool empty() const { return items_.empty(); }
  std::size_t size() const { return items_.size(); }
  /// Of the first item; end_of_time: there is none.
  Time next() const { return items_.empty() ? end_of_time : items_.front().at; }

  void insert(T item) {
    items_.push(std::move(item));
    for (std::size_t i = items_.size() - 1; i > 0 && items_[i].at < items_[i - 1].at; --i)
      std::swap(items_[i - 1], items_[i]);
  }
  T pop() { return items_.pop(); }

 private:
  Ring<T> items_;
};

}  // namespace isochron
