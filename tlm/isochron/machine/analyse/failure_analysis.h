// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/workload/failure_model.h>

namespace isochron {

/// Parts that fail together, and what that leaves.
struct Failure {
  std::vector<std::size_t> parts;  ///< in order
  Remaining left;
  std::size_t streams = 0;   ///< that stop
  std::size_t together = 0;  ///< of these, those that stop at none of the parts' own failures
};

/// All failures of one or of two parts of a machine.
class FailureAnalysis {
 public:
  /// Called after each failure with how many are done, and of how many.
  using Progress = std::function<void(std::size_t done, std::size_t all)>;

  /// Computes those of one part, and with `at_once` 2 those of two. Parts that are down do not fail. Throws InputError
  /// where there are too many.
  FailureAnalysis(const Netlist& netlist, FailureModel& model, unsigned at_once, Progress progress);

  /// What there is without failures, and how many streams.
  const Remaining& whole() const { return whole_; }
  std::size_t streams() const { return streams_; }
  /// Of one part: what leaves the least first, then what stops the most streams, then by the order of the parts.
  const std::vector<Failure>& of_one() const { return of_one_; }
  /// Of two parts, in the same order; empty: they were not asked for.
  const std::vector<Failure>& of_two() const { return of_two_; }

 private:
  void find_singles(const std::vector<std::size_t>& parts, FailureModel& model);
  void find_pairs(FailureModel& model);
  static void rank(std::vector<Failure>& failures);

  Progress progress_;
  std::size_t done_ = 0;
  std::size_t all_ = 0;
  Remaining whole_;
  std::size_t streams_ = 0;
  std::vector<Failure> of_one_;
  std::vector<Failure> of_two_;
};

}  // namespace isochron
