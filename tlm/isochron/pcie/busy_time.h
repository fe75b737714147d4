// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/core/time.h>

namespace isochron {

/// The time in which something that does one thing at a time is busy, within the present window. What is being done
/// counts as soon as it has begun.
class BusyTime {
 public:
  /// From `start`, not before the end of what was done before, until `end`.
  void add(Time start, Time end) {
    total_ += end - start;
    end_ = end;
  }
  bool busy(Time now) const { return end_ > now; }
  void start_window(Time now) { total_ = ahead(now); }
  /// Picoseconds from the window's start to `now`; all that began before `now` has been added.
  Time total(Time now) const { return total_ - ahead(now); }

 private:
  Time ahead(Time now) const { return end_ > now ? end_ - now : 0; }

  Time total_ = 0;
  Time end_ = 0;
};

}  // namespace isochron
