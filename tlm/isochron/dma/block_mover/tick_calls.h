// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <functional>

#include <isochron/core/clock_grid.h>
#include <isochron/core/region.h>

namespace isochron {

/// The edges of a clock that a model at transaction level counts by, and calls at them.
class TickCalls {
 public:
  using Tick = std::uint64_t;

  TickCalls(Region& region, std::uint64_t frequency) : region_(region), grid_(ClockGrid::frequency(frequency)) {}

  /// The last edge up to now.
  Tick now() const { return grid_.tick_at_or_before(region_.now()); }
  /// The edge that sees what comes at `time`: the first after it.
  Tick seen(Time time) const { return grid_.tick_at_or_before(time) + 1; }
  /// Calls `function` at the edge, or now if that is past; counts as under way until then.
  void at(Tick tick, std::function<void()> function) {
    ++pending_;
    region_.call_at(std::max(grid_.edge(tick), region_.now()), [this, call = std::move(function)] {
      --pending_;
      call();
    });
  }
  bool pending() const { return pending_ > 0; }
  Region& region() { return region_; }

 private:
  Region& region_;
  ClockGrid grid_;
  std::uint64_t pending_ = 0;
};

}  // namespace isochron
