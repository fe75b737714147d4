// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/core/time.h>

namespace isochron {

/// Work that goes on at a speed which may change: how much of it is left, and when it will be done. Nothing is rounded
/// but that end, upwards to the picosecond.
class PacedWork {
 public:
  /// Billionths of full speed.
  using Speed = std::uint64_t;
  static constexpr Speed full = 1'000'000'000;

  /// `work`: picoseconds at full speed.
  void begin(Time work, Speed speed, Time now) {
    left_ = static_cast<Wide>(work) * full;
    speed_ = speed;
    since_ = now;
  }
  /// `now` is not before that of the call before.
  void change_speed(Speed speed, Time now) {
    left_ -= done_by(now);
    speed_ = speed;
    since_ = now;
  }
  Speed speed() const { return speed_; }
  /// When it is done at the present speed; end_of_time where it never is, or not within 64 bits of picoseconds.
  Time end() const {
    if (left_ == 0) return since_;
    if (speed_ == 0) return end_of_time;
    const Wide end = since_ + (left_ + speed_ - 1) / speed_;
    return end < end_of_time ? static_cast<Time>(end) : end_of_time;
  }

 private:
  __extension__ typedef unsigned __int128 Wide;

  Wide done_by(Time now) const {
    const Wide done = static_cast<Wide>(now - since_) * speed_;
    return done < left_ ? done : left_;
  }

  Wide left_ = 0;  ///< picoseconds at full speed, in units of 1 / full
  Speed speed_ = full;
  Time since_ = 0;
};

}  // namespace isochron
