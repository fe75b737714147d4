// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/core/ring.h>
#include <isochron/core/time.h>
#include <isochron/protocol/free_times.h>

namespace isochron {

/// The message buffers of an output port. A freed buffer goes to whoever has waited longest.
class Buffers {
 public:
  class Waiter {
   public:
    /// A buffer is yours.
    virtual void buffer_granted(Time now) = 0;

   protected:
    ~Waiter() = default;
  };

  explicit Buffers(unsigned count) : free_(count) {}

  /// Takes a buffer (true), or queues `waiter` for one (false).
  bool take(Waiter& waiter) {
    if (free_ > 0) {
      --free_;
      free_times_.taken();
      return true;
    }
    waiters_.push(&waiter);
    return false;
  }
  void release(Time now) {
    if (waiters_.empty()) {
      ++free_;
      free_times_.freed(now);
    } else {
      waiters_.pop()->buffer_granted(now);
    }
  }
  unsigned free() const { return free_; }
  bool has_waiters() const { return !waiters_.empty(); }

  /// From now on it is noted since when the free buffers are free.
  void keep_free_times() { free_times_.keep(free_); }
  /// See FreeTimes::of_last().
  Time free_since() const { return free_times_.of_last(); }

 private:
  unsigned free_;
  Ring<Waiter*> waiters_;
  FreeTimes free_times_;
};

}  // namespace isochron
