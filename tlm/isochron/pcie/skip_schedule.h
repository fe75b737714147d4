// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include <isochron/core/time.h>

namespace isochron {

/// The ordered sets that a transmitter sends at fixed intervals so that both ends can make up for their clocks' small
/// difference. They go between packets: those that fall due within one go one after another behind it (PCI Express Base
/// Specification, "Clock Tolerance Compensation").
class SkipSchedule {
 public:
  /// None.
  SkipSchedule() = default;
  /// A set of `length` ps falls due every `interval` > `length` ps, for the first time one interval from the start.
  SkipSchedule(Time interval, Time length) : interval_(interval), length_(length), due_(interval) {}

  /// Brings a transmitter that is free from `free` on, and has nothing else to send before `now`, to `now`: the sets
  /// whose turn came until then, `now` included, have begun. Returns from when on it is free, which may be after `now`.
  Time catch_up(Time free, Time now) {
    if (due_ > now) return free;
    // What falls due while a packet is on the link waits for its end.
    while (due_ <= now && due_ < free && free <= now) next(free);
    if (due_ > now || free > now) return free;
    // Each of these ends before the next falls due.
    const Time passed = (now - due_) / interval_ * interval_;
    due_ += passed;
    next(free);
    return free;
  }

  /// None of them goes before `time`, at which the link has been trained anew.
  void pass_to(Time time) {
    if (due_ < time) due_ += ((time - due_) / interval_ + 1) * interval_;
  }

 private:
  void next(Time& free) {
    free = std::max(free, due_) + length_;
    due_ += interval_;
  }

  Time interval_ = 0;
  Time length_ = 0;
  Time due_ = end_of_time;
};

}  // namespace isochron
