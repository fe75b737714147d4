// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <tuple>
#include <vector>

#include <boost/histogram.hpp>

#include <isochron/core/time.h>
#include <isochron/observe/replication_record.h>

namespace isochron {

/// Log-linear bins for times: 32 to an octave (3 % wide), from 1 ns to 104 days. An axis for Boost.Histogram with
/// integer arithmetic only, since it is filled once a message.
class LogLinearAxis {
 public:
  int size() const { return octaves * per_octave; }
  int index(Time picoseconds) const {
    const std::uint64_t value = picoseconds / unit;
    if (value < per_octave) return static_cast<int>(value);
    const int octave = 63 - __builtin_clzll(value) - log2_per_octave;
    return octave * per_octave + static_cast<int>(value >> octave);
  }
  /// Lower edge of bin i; `lower(size())` is the upper edge of the last one.
  static Time lower(int i) {
    if (i < 2 * per_octave) return static_cast<Time>(i) * unit;
    const int octave = i / per_octave - 1;
    return ((static_cast<Time>(i % per_octave) + per_octave) << octave) * unit;
  }

 private:
  static constexpr Time unit = nanosecond;
  static constexpr int log2_per_octave = 5;
  static constexpr int per_octave = 1 << log2_per_octave;
  static constexpr int octaves = 49;
};

/// Delays with count, sum, extremes and bins, for percentiles.
class DelayHistogram {
 public:
  DelayHistogram()
      : bins_(
            boost::histogram::make_histogram_with(boost::histogram::dense_storage<std::uint64_t>(), LogLinearAxis())) {}

  void add(Time delay) {
    bins_(delay);
    sum_ += delay;
    ++count_;
    if (delay < min_) min_ = delay;
    if (delay > max_) max_ = delay;
  }
  /// All that `other` has.
  void add(const DelayHistogram& other) {
    for (int i = 0; i < LogLinearAxis().size(); ++i) bins_.at(i) += other.bins_.at(i);
    sum_ += other.sum_;
    count_ += other.count_;
    if (other.min_ < min_) min_ = other.min_;
    if (other.max_ > max_) max_ = other.max_;
  }
  void start_window(Time) { clear(); }
  void clear() {
    bins_.reset();
    sum_ = count_ = max_ = 0;
    min_ = end_of_time;
  }
  std::uint64_t count() const { return count_; }
  HistogramSample sample() const;

 private:
  boost::histogram::histogram<std::tuple<LogLinearAxis>, boost::histogram::dense_storage<std::uint64_t>> bins_;
  std::uint64_t count_ = 0;
  std::uint64_t sum_ = 0;
  Time min_ = end_of_time;
  Time max_ = 0;
};

}  // namespace isochron
