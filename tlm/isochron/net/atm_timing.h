// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/core/rate.h>
#include <isochron/net/atm_link_config.h>
#include <isochron/net/message_timing.h>

namespace isochron {

/// The cells of a message at the rate of an ATM link, rounded once, to the nearest picosecond.
class AtmTiming final : public MessageTiming {
 public:
  explicit AtmTiming(const AtmLinkConfig& config) : config_(config), rate_(Rate::bits_per_second(config.rate)) {}

  Time time_of(const Payload& message) const override {
    return rate_.time_of(config_.wire_bytes(message.get_data_length()));
  }

 private:
  AtmLinkConfig config_;
  Rate rate_;
};

}  // namespace isochron
