// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "clock_on_demand.h"

namespace isochron::cosim {

/// A one-bit output of the block, an interrupt say, as an event at each change.
class OutputPin final : public Transactor {
 public:
  OutputPin(ClockOnDemand& clock, const std::uint8_t& pin) : clock_(clock), pin_(pin) { clock.attach(*this); }

  bool value() const { return value_; }
  const sc_core::sc_event& changed() const { return changed_; }

  void drive(Time) override {}
  void sample(Time) override {
    if ((pin_ != 0) != value_) clock_.crossing();
  }
  void cross() override {
    if ((pin_ != 0) == value_) return;
    value_ = !value_;
    changed_.notify(sc_core::SC_ZERO_TIME);
  }
  bool quiet() const override { return (pin_ != 0) == value_; }

 private:
  ClockOnDemand& clock_;
  const std::uint8_t& pin_;
  bool value_ = false;
  sc_core::sc_event changed_{"changed"};
};

}  // namespace isochron::cosim
