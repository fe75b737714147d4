// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cassert>

#include <isochron/core/kernel_event.h>
#include <isochron/core/ring.h>

namespace isochron {

/// A FIFO whose items fall due in the order of their entry (a wire, a pipeline, a single server): ring and one kernel
/// event, whatever the number in flight.
template <class T>
class TimedRing {
 public:
  explicit TimedRing(const char* name) : due_(name) {}

  /// Make an SC_METHOD sensitive to this; let it take() until that returns false.
  const sc_core::sc_event& event() const { return due_.event(); }

  /// `time` must not be before that of the item pushed last.
  void push(Time time, T item) {
    assert(ring_.empty() || ring_[ring_.size() - 1].time <= time);
    ring_.push({time, std::move(item)});
    if (ring_.size() == 1) due_.notify_at(time);
  }
  /// Takes the first item that is due at `now`; once none is left arms the event for the next one.
  bool take(Time now, T& item) {
    if (ring_.empty()) return false;
    if (ring_.front().time > now) {
      due_.notify_at(ring_.front().time);
      return false;
    }
    item = std::move(ring_.pop().item);
    return true;
  }
  std::size_t size() const { return ring_.size(); }

 private:
  struct Entry {
    Time time = 0;
    T item{};
  };
  KernelEvent due_;
  Ring<Entry> ring_;
};

}  // namespace isochron
