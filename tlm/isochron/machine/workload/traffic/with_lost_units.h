// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include <boost/random/uniform_int_distribution.hpp>

#include <isochron/core/random_stream.h>
#include <isochron/machine/workload/traffic/destinations.h>

namespace isochron {

/// Other destinations, but for parts of lost units. All parts of one must meet: their destination among `endpoints` is
/// a function of the unit alone. `lane`: the source's number in its node, below 16.
class WithLostUnits final : public DestinationPolicy {
 public:
  WithLostUnits(std::unique_ptr<DestinationPolicy> others, EndpointList endpoints, unsigned lane, bool per_message,
                std::uint64_t seed)
      : others_(std::move(others)),
        endpoints_(std::move(endpoints)),
        law_(0, static_cast<std::uint32_t>(endpoints_->size() - 1)),
        lane_(lane),
        per_message_(per_message),
        seed_(seed) {}
  Destination next(const Io& io, std::uint32_t index, const Destination& before) override {
    if (io.lost_unit == 0) return others_->next(io, index, before);
    const std::uint64_t item = (io.lost_unit << 4 | lane_) << 25 | (per_message_ ? index : 0);
    SplitMix64 stream = random_stream(seed_, "lost unit", item);
    return {(*endpoints_)[law_(stream)], 0};
  }

 private:
  std::unique_ptr<DestinationPolicy> others_;
  EndpointList endpoints_;
  boost::random::uniform_int_distribution<std::uint32_t> law_;
  std::uint64_t lane_;
  bool per_message_;
  std::uint64_t seed_;
};

}  // namespace isochron
