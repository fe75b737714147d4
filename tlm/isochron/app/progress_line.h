// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace isochron {

/// When to show progress: `automatic` is on a terminal only.
enum class ProgressMode { automatic, always, never };

/// One line on standard error that says how far a run is, how fast it goes and how long it will take. Appears after two
/// seconds; rewritten in place on a terminal, a new line now and then otherwise.
class ProgressLine {
 public:
  /// `total_s` seconds will be simulated, over all replications.
  ProgressLine(std::string label, double total_s, ProgressMode mode);
  /// Clears the line.
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// `simulated` picoseconds are done, over all replications.
  void update(std::uint64_t simulated);

 private:
  using Clock = std::chrono::steady_clock;

  std::string label_;
  double total_s_;
  bool terminal_;
  bool shown_;
  bool printed_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_;
};

}  // namespace isochron
