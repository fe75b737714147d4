// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "axi_pins.h"
#include "burst_initiator.h"

namespace isochron::cosim {

/// AXI-Stream out of the block -> base-protocol initiator: writes of up to `most_bytes` each, or up to TLAST, whose
/// address says how they end (BlockMoverModule::stream_ends and so on). While END_REQ is withheld the next write's
/// beats are taken, then TREADY falls.
class StreamOutPort final : public Transactor {
 public:
  StreamOutPort(const char* name, const Domain& domain, ClockOnDemand& clock, const StreamOutPins& pins,
                unsigned most_bytes);

  AtInitiatorBase& socket() { return writes_.socket; }

  void drive(Time now) override;
  void sample(Time now) override;
  void cross() override { writes_.cross(); }
  bool quiet() const override { return writes_.quiet() && bytes_ == 0 && !complete_; }

 private:
  void send(Time now);

  BurstInitiator writes_;
  StreamOutPins pins_;
  unsigned most_bytes_;
  std::vector<std::uint8_t> data_;
  unsigned bytes_ = 0;
  bool last_ = false;
  bool killed_ = false;
  bool complete_ = false;  ///< `bytes_` wait for room
};

}  // namespace isochron::cosim
