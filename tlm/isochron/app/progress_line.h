// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>

#include <isochron/app/progress.h>

namespace isochron {

/// When to show progress: `automatic` is on a terminal only.
enum class ProgressMode { automatic, always, never };

/// One line on standard error that says how far a run is, how fast it goes and how long it will take. Appears after two
/// seconds; rewritten in place on a terminal, a new line now and then otherwise.
class ProgressLine {
 public:
  ProgressLine(std::string label, ProgressMode mode);
  /// Clears the line.
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Whether anybody sees it.
  bool is_shown() const { return shown_; }
  void update(const Progress& progress);

 private:
  using Clock = std::chrono::steady_clock;

  std::string label_;
  bool terminal_;
  bool shown_;
  bool printed_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_;
};

}  // namespace isochron
