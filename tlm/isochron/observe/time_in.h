// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/core/time.h>

namespace isochron {

/// The time spent in a condition (busy, waiting) within the present window.
class TimeIn {
 public:
  bool inside() const { return since_ != never; }
  void enter(Time now) { since_ = now; }
  void leave(Time now) {
    total_ += now - since_;
    since_ = never;
  }
  void start_window(Time now) {
    total_ = 0;
    if (inside()) since_ = now;
  }
  /// The time of the window so far is `total`, and it is not inside: for what is computed instead of observed.
  void set_total(Time total) {
    total_ = total;
    since_ = never;
  }
  /// Picoseconds spent in the condition from the window's start to `now`.
  Time total(Time now) const { return inside() ? total_ + (now - since_) : total_; }

 private:
  static constexpr Time never = end_of_time;

  Time total_ = 0;
  Time since_ = never;
};

}  // namespace isochron
