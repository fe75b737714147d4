// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/core/time.h>

namespace isochron {

/// An sc_event that is notified at absolute times and counts its notifications for the run's effort figures.
class KernelEvent {
 public:
  explicit KernelEvent(const char* name) : event_(name) {}

  const sc_core::sc_event& event() const { return event_; }

  /// Notifies at `time`, not before the kernel's present time; replaces what was pending.
  void notify_at(Time time) {
    event_.cancel();
    event_.notify(to_sc_time(time - kernel_now()));
    ++notifications_;
  }
  /// Notifies in the next delta cycle.
  void notify_next_delta() {
    event_.notify(sc_core::SC_ZERO_TIME);
    ++notifications_;
  }
  void cancel() { event_.cancel(); }

  /// Of all kernel events of this process (one simulation a process).
  static std::uint64_t notifications() { return notifications_; }

 private:
  sc_core::sc_event event_;
  inline static std::uint64_t notifications_ = 0;
};

}  // namespace isochron
