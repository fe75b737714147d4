// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include <isochron/core/region.h>

namespace isochron {

/// Streams that begin one after another: how many there are when packets begin to be lost. Source: Voyager, section
/// 5.1 (the point at which the loss begins to rise is the number of streams that a node can sustain); 0.1 % is our own.
class StreamRamp {
 public:
  /// Of all streams, since the run began.
  struct Packets {
    std::uint64_t offered = 0;
    std::uint64_t dropped = 0;
  };

  /// Stream i of `streams` begins at i * `step`, ps. `packets` is asked at the end of each step.
  StreamRamp(Region& region, Time step, std::uint64_t streams, std::function<Packets()> packets);

  /// One less than there were when more than 0.1 % of a step's packets were first dropped; all of them if that has not
  /// happened. None before the last one's step is over, unless it has.
  std::optional<std::uint64_t> most() const;

 private:
  void step_over();
  void expect_next();

  Region& region_;
  Time step_;
  std::uint64_t streams_;
  std::function<Packets()> packets_;
  Packets before_;
  std::uint64_t steps_ = 0;  ///< that are over
  std::optional<std::uint64_t> onset_;
};

}  // namespace isochron
