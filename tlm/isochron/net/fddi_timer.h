// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/core/time.h>

namespace isochron {

/// A station's token rotation timer (TRT) and late counter, ANSI X3.139. The timer runs for the target time, and when
/// it expires it starts again and the token is late. A token that comes early sets it anew, a late one lets it run on:
/// what it is late by is missing in the next rotation.
class FddiTimer {
 public:
  /// `target`: TTRT, 1 ps or more.
  explicit FddiTimer(Time target) : target_(target) {}

  /// The token comes first at `first`, then every `latency` (less than the target): how often it is late before it is
  /// early.
  std::uint64_t late_passes(Time first, Time latency) const;
  /// The token has come by so often (1 or more), at `first` and then every `latency`, and was not held.
  void pass(Time first, Time latency, std::uint64_t times);
  /// The token has come. Returns for how long asynchronous frames may begin (THT); 0: it is late.
  Time capture(Time now);

 private:
  Time target_;
  Time started_ = 0;  ///< when it was set, or expired last as far as is known
};

}  // namespace isochron
