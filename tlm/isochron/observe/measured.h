// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <isochron/core/time.h>
#include <isochron/observe/watchdog.h>

namespace isochron {

class StatisticSink;

/// A part that keeps statistics over a window (integers only: figures are derived at collection) and that can say what
/// it waits for.
class Measured {
 public:
  /// Forgets what was counted; what is going on goes on.
  virtual void start_window(Time now) = 0;
  /// Under its path, what its type describes as statistics.
  virtual void report(StatisticSink& sink) { (void)sink; }
  virtual void report_waits(std::vector<Wait>& waits) const { (void)waits; }
  /// It has work and nothing that would do it, neither inside nor outside.
  virtual bool is_stuck() const { return false; }

 protected:
  ~Measured() = default;
};

}  // namespace isochron
