// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <isochron/core/ring.h>
#include <isochron/protocol/at_target.h>

#include "axi_pins.h"
#include "clock_on_demand.h"

namespace isochron::cosim {

/// Base-protocol target -> AXI-Stream into the block: a write begins in lane 0 of a beat and is answered when the block
/// has taken its last beat; at address 1 (BlockMoverModule::stream_ends) that ends a packet. Two are held, so that
/// beats follow each other without a gap.
class StreamInPort final : public Transactor, private Region::Requester {
 public:
  StreamInPort(const char* name, const Domain& domain, ClockOnDemand& clock, const StreamInPins& pins);

  AtTargetOf<StreamInPort> socket;

  void drive(Time now) override;
  void sample(Time now) override;
  void cross() override;
  /// Data that nobody takes keep no clock running: whoever takes them is woken by an access of its own. The rest of a
  /// packet is taken without one.
  bool quiet() const override { return taken_.empty() && (packets_.empty() || pins_.tready == 0); }

 private:
  friend class AtTargetOf<StreamInPort>;
  static constexpr unsigned held = 2;
  struct Part {
    Payload* payload = nullptr;
    Time came = 0;
  };

  void on_request(AtTargetBase& socket, Payload& payload, Time now);
  void on_complete(AtTargetBase&, Payload&, Time) {}
  unsigned on_debug(AtTargetBase&, Payload&) { return 0; }
  void ask(Time now) override;

  Region& region_;
  ClockOnDemand& clock_;
  StreamInPins pins_;
  Ring<Part> packets_;
  Ring<Payload*> taken_;
  Payload* unaccepted_ = nullptr;  ///< whose END_REQ is withheld
  unsigned sent_ = 0;              ///< bytes of the first write
  std::vector<std::uint8_t> beat_;
};

}  // namespace isochron::cosim
