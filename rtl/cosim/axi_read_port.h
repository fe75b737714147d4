// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "axi_pins.h"
#include "burst_initiator.h"

namespace isochron::cosim {

/// Read channels of an AXI4 master's pins -> base-protocol initiator: a transaction a burst. Full-width INCR bursts of
/// one ID. Data come on the pins beat by beat from the edge after BEGIN_RESP on; END_RESP goes back with the last beat.
class AxiReadPort final : public Transactor {
 public:
  AxiReadPort(const char* name, const Domain& domain, ClockOnDemand& clock, const AxiReadPins& pins,
              unsigned outstanding);

  AtInitiatorBase& socket() { return bursts_.socket; }

  void drive(Time now) override;
  void sample(Time now) override;
  void cross() override { bursts_.cross(); }
  bool quiet() const override { return bursts_.quiet(); }
  bool waits() const override { return bursts_.waits(); }

 private:
  BurstInitiator bursts_;
  AxiReadPins pins_;
  unsigned beat_ = 0;  ///< of the oldest burst
};

}  // namespace isochron::cosim
