// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/core/rate.h>
#include <isochron/net/message_timing.h>

namespace isochron {

/// The bytes of a message at a rate, without any header; rounded once, to the nearest picosecond.
class RateTiming final : public MessageTiming {
 public:
  /// `bits_per_second`: 1 or more.
  explicit RateTiming(std::uint64_t bits_per_second) : rate_(Rate::bits_per_second(bits_per_second)) {}

  Time time_of(const Payload& message) const override { return rate_.time_of(message.get_data_length()); }

 private:
  Rate rate_;
};

}  // namespace isochron
