// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>

#include <isochron/protocol/at_initiator.h>
#include <isochron/protocol/endpoint_address.h>
#include <isochron/protocol/output_port.h>

namespace isochron {

/// An output port in front of a bus: the head requests the bus, which grants it once the device's place and the next
/// buffer are free; END_REQ says that it has entered. The adapter from a credit link to the base protocol.
class BusSender final : public OutputPort {
 public:
  BusSender(const std::string& name, const Domain& domain, unsigned buffers, BufferFreed freed);

  AtInitiatorOf<BusSender> socket;

  /// Messages that come with the address `from` go to the bus with `to`; the offset stays.
  void change_address(const EndpointAddress& from, const EndpointAddress& to);

  std::string path() const override { return socket.name(); }
  void report_waits(std::vector<Wait>& waits) const override;

 private:
  friend class AtInitiatorOf<BusSender>;

  void head_arrived(Time now) override;
  void send_head();
  void on_accepted(AtInitiatorBase& socket, Payload& payload, Time now);
  void on_response(AtInitiatorBase& socket, Payload& payload, Time now);

  /// Old and new addresses, at offset 0.
  using Changes = std::unordered_map<std::uint64_t, std::uint64_t>;
  std::unique_ptr<Changes> changes_;  ///< none: all addresses stay
};

}  // namespace isochron
