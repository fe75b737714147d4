// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include <isochron/fabric/transputer.h>

namespace isochron::testbench {

/// The far end of a link; it has a buffer for every message, or none before it is told so.
class LinkReceiverProbe final : public sc_core::sc_module, private CreditForward<Transputer> {
 public:
  explicit LinkReceiverProbe(const sc_core::sc_module_name& name) : sc_module(name), socket("socket") {
    socket.bind(static_cast<CreditForward<Transputer>&>(*this));
  }
  TransputerReceiverSocket socket;
  std::map<std::uint64_t, Time> arrived;  ///< of a message's last packet so far, by sequence number, ns
  bool has_buffer = true;

  /// The message that has asked may come.
  void give_buffer(Time now) { socket->credit(*asked_for_, now); }

 private:
  bool request(Payload& packet, Time) override {
    asked_for_ = &packet;
    return has_buffer;
  }
  void send(Payload& packet, Time now) override {
    arrived[tag_of(packet).sequence] = now / nanosecond;
    packet.release();
  }
  std::string buffer_owner(const Payload&) const override { return "the receiver"; }

  Payload* asked_for_ = nullptr;
};

}  // namespace isochron::testbench
