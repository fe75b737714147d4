// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>

#include <isochron/machine/workload/traffic/destinations.h>

namespace isochron {

/// I/Os dealt out to streams in turn, source `place` of `sources`; stream s plays at endpoint s, and round again. Each
/// round the streams move on by one source, as RAID-5 placement would have it.
class StreamTurns final : public DestinationPolicy {
 public:
  StreamTurns(EndpointList endpoints, std::uint64_t streams, unsigned place, unsigned sources)
      : endpoints_(std::move(endpoints)), streams_(streams), place_(place), sources_(sources) {}
  Destination next(const Io& io, std::uint32_t, const Destination&) override {
    const std::uint64_t slot = io.block * sources_ + place_;
    const std::uint64_t stream = (slot + slot / streams_) % streams_;
    return {(*endpoints_)[stream % endpoints_->size()], static_cast<std::uint32_t>(stream)};
  }

 private:
  EndpointList endpoints_;
  std::uint64_t streams_;
  std::uint64_t place_;
  std::uint64_t sources_;
};

}  // namespace isochron
