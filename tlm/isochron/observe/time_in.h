// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/core/time.h>

namespace isochron {

/// The time spent in a condition (busy, waiting) within the present window.
class TimeIn {
 public:
  bool inside() const { return inside_; }
  void enter(Time now) {
    inside_ = true;
    since_ = now;
  }
  void leave(Time now) {
    total_ += now - since_;
    inside_ = false;
  }
  void start_window(Time now) {
    total_ = 0;
    since_ = now;
  }
  /// Picoseconds spent in the condition from the window's start to `now`.
  Time total(Time now) const { return inside_ ? total_ + (now - since_) : total_; }

 private:
  Time total_ = 0;
  Time since_ = 0;
  bool inside_ = false;
};

}  // namespace isochron
