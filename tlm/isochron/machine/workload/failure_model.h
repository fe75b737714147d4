// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace isochron {

/// What is left of a workload after parts of its machine have failed.
struct Remaining {
  std::string metric;  ///< of the work that loses most; where several lose as much, the first, the driver before others
  double value = 0;    ///< that it can have; infinite: nothing limits it; 0: it has stopped
  double share = 1;    ///< of the value without failures
  std::string limit;   ///< resource that limits it; empty: none does, or it has stopped
  bool by_buffers = false;             ///< buffers limit it, and no part is full
  std::vector<std::uint32_t> stopped;  ///< numbers of the streams that stop, in order
  std::vector<std::size_t> sources;    ///< parts that send nothing any more, in order
  std::vector<std::size_t> sinks;      ///< parts that get nothing any more, in order
};

/// Computes bounds of a workload without some parts of its machine. A failed part carries nothing; what crossed it goes
/// around it where there is a way, and stops where there is none.
class FailureModel {
 public:
  virtual ~FailureModel() = default;

  /// How many streams there are, each from one source to one sink.
  virtual std::size_t streams() const = 0;
  /// What is left without these parts; with none of them, what there is without failures.
  virtual Remaining without(const std::vector<std::size_t>& parts) = 0;
};

}  // namespace isochron
