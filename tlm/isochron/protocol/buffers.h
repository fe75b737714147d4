// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/core/ring.h>
#include <isochron/core/time.h>

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
      return true;
    }
    waiters_.push(&waiter);
    return false;
  }
  void release(Time now) {
    if (waiters_.empty())
      ++free_;
    else
      waiters_.pop()->buffer_granted(now);
  }
  unsigned free() const { return free_; }

 private:
  unsigned free_;
  Ring<Waiter*> waiters_;
};

}  // namespace isochron
