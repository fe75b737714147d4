// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>

namespace isochron {

/// Mean and standard deviation of values that come one after another (Welford's recurrence).
class Moments {
 public:
  void add(double value) {
    ++n_;
    const double away = value - mean_;
    mean_ += away / static_cast<double>(n_);
    squares_ += away * (value - mean_);
  }
  std::uint64_t count() const { return n_; }
  double mean() const { return mean_; }
  /// Of the values as a sample; 0 of fewer than two.
  double standard_deviation() const { return n_ < 2 ? 0 : std::sqrt(squares_ / static_cast<double>(n_ - 1)); }

 private:
  std::uint64_t n_ = 0;
  double mean_ = 0;
  double squares_ = 0;
};

}  // namespace isochron
