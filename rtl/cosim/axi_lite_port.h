// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/protocol/at_target.h>

#include "axi_pins.h"
#include "clock_on_demand.h"

namespace isochron::cosim {

/// Base-protocol target -> AXI4-Lite slave pins: an access is up to four bytes of one 32-bit register, one under way at
/// a time. It starts a clock that stands. SLVERR becomes TLM_GENERIC_ERROR_RESPONSE, DECERR TLM_ADDRESS_ERROR_RESPONSE.
class AxiLitePort final : public Transactor, private Region::Requester {
 public:
  /// The block answers to addresses 0 to `bytes` - 1.
  AxiLitePort(const char* name, const Domain& domain, ClockOnDemand& clock, const AxiLitePins& pins,
              std::uint64_t bytes);

  AtTargetOf<AxiLitePort> socket;

  void drive(Time now) override;
  void sample(Time now) override;
  void cross() override;
  bool quiet() const override { return access_ == nullptr; }

 private:
  friend class AtTargetOf<AxiLitePort>;

  void on_request(AtTargetBase& socket, Payload& payload, Time now);
  void on_complete(AtTargetBase& socket, Payload& payload, Time now);
  unsigned on_debug(AtTargetBase&, Payload&) { return 0; }  ///< pins have no access without time
  void ask(Time now) override;
  tlm::tlm_response_status fit(const Payload& payload) const;
  void answered(std::uint8_t response);

  Region& region_;
  ClockOnDemand& clock_;
  AxiLitePins pins_;
  std::uint64_t bytes_;
  Payload* access_ = nullptr;
  Time came_ = 0;
  bool address_taken_ = false;
  bool data_taken_ = false;
  bool answered_ = false;
};

}  // namespace isochron::cosim
