// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "axi_pins.h"
#include "burst_initiator.h"

namespace isochron::cosim {

/// Write channels of an AXI4 master's pins -> base-protocol initiator: a transaction a burst, with its last beat.
/// Full-width INCR bursts of one ID. Strobes that leave a hole become byte enables, others shorten the transaction; a
/// burst without any strobe is answered here. While a burst's END_REQ is withheld the next one's beats are taken, then
/// WREADY falls.
class AxiWritePort final : public Transactor {
 public:
  AxiWritePort(const char* name, const Domain& domain, ClockOnDemand& clock, const AxiWritePins& pins,
               unsigned outstanding);

  AtInitiatorBase& socket() { return bursts_.socket; }

  void drive(Time now) override;
  void sample(Time now) override;
  void cross() override { bursts_.cross(); }
  bool quiet() const override { return bursts_.quiet() && addresses_.empty() && bytes_ == 0; }
  bool waits() const override { return bursts_.waits() && addresses_.empty() && bytes_ == 0; }

 private:
  /// A burst whose last beat has not come.
  struct Address {
    std::uint64_t address = 0;
    unsigned bytes = 0;
  };

  void take_beat();
  void end_burst();

  BurstInitiator bursts_;
  AxiWritePins pins_;
  unsigned outstanding_;
  Ring<Address> addresses_;
  std::vector<std::uint8_t> data_;     ///< of the burst that is coming in
  std::vector<std::uint8_t> enabled_;  ///< likewise, in the form of byte enables
  unsigned bytes_ = 0;                 ///< of it that are here
  bool complete_ = false;              ///< all of it is here; its transaction has no room yet
};

}  // namespace isochron::cosim
