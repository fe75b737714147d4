// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/voyager/stream_ramp.h>

#include <utility>

namespace isochron {

StreamRamp::StreamRamp(Region& region, Time step, std::uint64_t streams, std::function<Packets()> packets)
    : region_(region), step_(step), streams_(streams), packets_(std::move(packets)) {
  expect_next();
}

void StreamRamp::expect_next() {
  if (steps_ == streams_ || onset_) return;
  region_.call_at((steps_ + 1) * step_, [this] { step_over(); });
}

void StreamRamp::step_over() {
  const Packets now = packets_();
  const std::uint64_t offered = now.offered - before_.offered;
  const std::uint64_t dropped = now.dropped - before_.dropped;
  before_ = now;
  ++steps_;
  if (dropped * 1000 > offered) onset_ = steps_;
  expect_next();
}

std::optional<std::uint64_t> StreamRamp::most() const {
  if (onset_) return *onset_ - 1;
  if (steps_ == streams_) return streams_;
  return std::nullopt;
}

}  // namespace isochron
