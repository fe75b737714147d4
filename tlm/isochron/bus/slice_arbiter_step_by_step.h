// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/bus/slice_arbiter.h>

namespace isochron {

/// SliceArbiter, slice by slice: one event at every slice boundary. The reference for SliceArbiterInClosedForm.
class SliceArbiterStepByStep : public SliceArbiter {
 public:
  using SliceArbiter::SliceArbiter;
  /// Goes on where the other way of computing is, its accounts up to the present.
  explicit SliceArbiterStepByStep(SliceArbiter&& present) : SliceArbiter(std::move(present)) {}

  static constexpr int none = -1;

  /// Device `slot` puts a message on the bus. `tick` is the present rounded up, `passed` rounded down to the bus clock.
  void enter(std::uint64_t tick, std::uint64_t passed, unsigned slot, const SliceNeed& need);
  /// Brings the accounts up to `passed`.
  void advance(std::uint64_t) {}
  /// The tick at which due() is to be called next.
  std::uint64_t next() const { return end_; }
  /// Ends the slice at next(); returns the device whose message has finished, or `none`.
  int due();
};

}  // namespace isochron
