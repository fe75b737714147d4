// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/core/time.h>

namespace isochron {

/// The integral of a level (queue depth, credits) over the present window.
class LevelOverTime {
 public:
  void change(Time now, std::int64_t by) {
    integral_ += level_ * static_cast<std::int64_t>(now - since_);
    since_ = now;
    level_ += by;
  }
  std::int64_t level() const { return level_; }
  void start_window(Time now) {
    integral_ = 0;
    since_ = now;
  }
  /// Level x picoseconds from the window's start to `now`.
  std::int64_t integral(Time now) const { return integral_ + level_ * static_cast<std::int64_t>(now - since_); }

 private:
  std::int64_t integral_ = 0;
  std::int64_t level_ = 0;
  Time since_ = 0;
};

}  // namespace isochron
