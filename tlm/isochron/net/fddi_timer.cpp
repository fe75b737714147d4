// SPDX-License-Identifier: Apache-2.0
#include <isochron/net/fddi_timer.h>

namespace isochron {

std::uint64_t FddiTimer::late_passes(Time first, Time latency) const {
  const Time elapsed = first - started_;
  if (elapsed < target_) return 0;
  // From one late pass to the next the timer gains the target less the latency.
  return 1 + elapsed % target_ / (target_ - latency);
}

void FddiTimer::pass(Time first, Time latency, std::uint64_t times) {
  const std::uint64_t late = late_passes(first, latency);
  if (times > late) {
    started_ = first + (times - 1) * latency;
    return;
  }
  // The first late pass may have been late by more than one expiry, each other one is late by one.
  started_ += (first - started_) / target_ * target_ + (times - 1) * target_;
}

Time FddiTimer::capture(Time now) {
  const Time elapsed = now - started_;
  if (elapsed >= target_) {
    started_ += elapsed / target_ * target_;
    return 0;
  }
  started_ = now;
  return target_ - elapsed;
}

}  // namespace isochron
