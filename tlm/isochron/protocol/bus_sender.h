// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/protocol/at_initiator.h>
#include <isochron/protocol/output_port.h>

namespace isochron {

/// An output port in front of a bus: the head requests the bus, which grants it once the device's place and the next buffer are
/// free; END_REQ says that it has entered. The adapter from a credit link to the base protocol.
class BusSender final : public OutputPort, private AtInitiator::Client {
 public:
  BusSender(const std::string& name, const Domain& domain, unsigned buffers, BufferFreed freed);

  AtInitiator socket;

  void report_waits(std::vector<Wait>& waits) const override;

 private:
  void head_arrived(Time now) override;
  void on_accepted(AtInitiator& socket, Payload& payload, Time now) override;
  void on_response(AtInitiator& socket, Payload& payload, Time now) override;
};

}  // namespace isochron
