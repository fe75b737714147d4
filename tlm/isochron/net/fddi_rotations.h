// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <isochron/core/time.h>

namespace isochron {

/// How long the token of a ring took from one visit at a station to the next there, of all stations, in the present
/// window.
class FddiRotations {
 public:
  explicit FddiRotations(unsigned stations) : last_(stations, never) {}

  /// The token was at the station so often (1 or more), at `first` and then every `latency`.
  void pass(unsigned station, Time first, Time latency, std::uint64_t times) {
    Time& last = last_[station];
    if (last != never) {
      longest_ = std::max(longest_, first - last);
      sum_ += first - last;
      ++number_;
    }
    if (times > 1) longest_ = std::max(longest_, latency);
    sum_ += (times - 1) * latency;
    number_ += times - 1;
    last = first + (times - 1) * latency;
  }
  void start_window() { longest_ = sum_ = number_ = 0; }

  Time longest() const { return longest_; }         ///< 0: none has ended
  Time sum() const { return sum_; }                 ///< of all that have ended, ps
  std::uint64_t number() const { return number_; }  ///< of them

 private:
  static constexpr Time never = end_of_time;

  std::vector<Time> last_;  ///< visit, by station
  Time longest_ = 0;
  Time sum_ = 0;
  std::uint64_t number_ = 0;
};

}  // namespace isochron
