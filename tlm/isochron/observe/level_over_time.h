// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/core/time.h>

namespace isochron {

/// The integral of a level (queue depth, credits) over the present window.
class LevelOverTime {
 public:
  /// Thousands of requests that wait for days of picoseconds do not fit in 64 bits.
  __extension__ typedef __int128 Integral;

  void change(Time now, std::int64_t by) {
    integral_ += static_cast<Integral>(level_) * static_cast<std::int64_t>(now - since_);
    since_ = now;
    level_ += by;
  }
  std::int64_t level() const { return level_; }
  void start_window(Time now) {
    integral_ = 0;
    since_ = now;
  }
  /// The integral up to `now` is `integral`, whatever the level was: for what is computed instead of observed.
  void set_integral(Integral integral, Time now) {
    integral_ = integral;
    level_ = 0;
    since_ = now;
  }
  /// Adds what `other` has gathered until `now`, for sums of levels over one window.
  void add(const LevelOverTime& other, Time now) { integral_ += other.integral(now); }
  /// Level x picoseconds from the window's start to `now`.
  Integral integral(Time now) const {
    return integral_ + static_cast<Integral>(level_) * static_cast<std::int64_t>(now - since_);
  }

 private:
  Integral integral_ = 0;
  std::int64_t level_ = 0;
  Time since_ = 0;
};

}  // namespace isochron
