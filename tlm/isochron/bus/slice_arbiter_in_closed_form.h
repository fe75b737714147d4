// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/bus/slice_arbiter.h>

namespace isochron {

/// SliceArbiter with one event a message: while the set of competing messages does not change, the k messages at turns
/// p = 0 .. k-1 with l_p slices left finish after (l_p - 1) k + p further changes, and the smallest of these is the
/// next to finish. An entry first accounts for the boundaries that have passed.
class SliceArbiterInClosedForm : public SliceArbiter {
 public:
  using SliceArbiter::SliceArbiter;
  /// Goes on where the other way of computing is, its accounts up to the present.
  explicit SliceArbiterInClosedForm(SliceArbiter&& present) : SliceArbiter(std::move(present)) {}

  static constexpr int none = -1;

  /// Device `slot` puts a message on the bus. `tick` is the present rounded up, `passed` rounded down to the bus clock.
  void enter(std::uint64_t tick, std::uint64_t passed, unsigned slot, const SliceNeed& need);
  /// Accounts for all boundaries up to and including `passed`, none of which may end a message.
  void advance(std::uint64_t passed);
  /// The tick at which the next message finishes, if nobody enters.
  std::uint64_t next();
  /// Takes the message that finishes at next() off the bus and returns its device.
  int due();

 private:
  /// The next message to finish: how many boundaries after the one that ends the present slice, and its position.
  struct Finish {
    std::uint32_t boundaries;
    std::uint32_t position;
  };
  void find_finish();
  /// Accounts for the boundaries up to and including `passed`, of which there may be none.
  void pass_until(std::uint64_t passed);
  void pass(std::uint32_t boundaries);
  std::uint64_t step() const { return timing_.slice + (size_ == 1 ? timing_.again : timing_.change); }

  Finish finish_{};
};

}  // namespace isochron
