// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <numeric>

#include <isochron/core/time.h>

namespace isochron {

/// The rising edges of a clock as arithmetic: no sc_clock, no event. Edge n lies at floor(n x period); edge 0 at time
/// 0. Valid frequencies are 1 Hz to 1 THz; exact for 213 days of any of them.
class ClockGrid {
 public:
  static constexpr ClockGrid frequency(std::uint64_t hertz) {
    const std::uint64_t divisor = std::gcd(std::uint64_t{second}, hertz);
    return ClockGrid(second / divisor, hertz / divisor);
  }
  /// A grid whose ticks are the picoseconds themselves.
  static constexpr ClockGrid picoseconds() { return ClockGrid(1, 1); }

  constexpr Time edge(std::uint64_t tick) const {
    if (denominator_ == 1) return tick * numerator_;  // most clocks; a division of 128 bits is a call
    return static_cast<Time>(static_cast<Wide>(tick) * numerator_ / denominator_);
  }
  /// The first tick whose edge is not before `time`.
  constexpr std::uint64_t tick_at_or_after(Time time) const {
    if (denominator_ == 1) return time / numerator_ + (time % numerator_ != 0);
    return static_cast<std::uint64_t>((static_cast<Wide>(time) * denominator_ + numerator_ - 1) / numerator_);
  }
  /// The last tick whose edge is not after `time`.
  constexpr std::uint64_t tick_at_or_before(Time time) const {
    // floor(n x p) <= t  <=>  n x p < t + 1
    const Wide limit = (static_cast<Wide>(time) + 1) * denominator_;
    return static_cast<std::uint64_t>((limit - 1) / numerator_);
  }
  constexpr Time align_up(Time time) const { return edge(tick_at_or_after(time)); }

 private:
  __extension__ typedef unsigned __int128 Wide;

  constexpr ClockGrid(std::uint64_t numerator, std::uint64_t denominator)
      : numerator_(numerator), denominator_(denominator) {}

  std::uint64_t numerator_;  ///< the period is numerator / denominator picoseconds
  std::uint64_t denominator_;
};

}  // namespace isochron
