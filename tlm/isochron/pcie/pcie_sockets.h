// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <tlm>

#include <isochron/core/time.h>
#include <isochron/pcie/receive_buffers.h>
#include <isochron/pcie/tlp.h>
#include <isochron/pcie/tlp_queues.h>
#include <isochron/protocol/port.h>

namespace isochron {

class LinkDirection;

/// What a link is to the part at one of its ends. Both are known from the end of elaboration on.
class PcieLinkEnd : public sc_core::sc_interface {
 public:
  struct protocol_types {};
  static constexpr const char* protocol_name = "pcie";

  /// The direction that leads away from the part: takes its packets.
  virtual LinkDirection& outgoing() = 0;
  /// The direction that leads to the part: hears what its buffers have room for.
  virtual LinkDirection& incoming() = 0;
};

/// What a part is to a link that it is at an end of.
class PcieDevice : public sc_core::sc_interface {
 public:
  using protocol_types = PcieLinkEnd::protocol_types;

  /// The packets that wait for the link. LinkDirection::send() puts them in.
  virtual TlpQueues& queues() = 0;
  /// The buffers for what comes in; do not change while the simulation runs.
  virtual const ReceiveBuffers& buffers() const = 0;
  /// When a packet that is on its way can be handled: its header comes in at `header_at`, its last byte at `whole_at`.
  /// Not before `header_at`, and of the packets of a link in the order in which they come in.
  virtual Time ready(const Payload& packet, Time header_at, Time whole_at) const = 0;
  /// A packet has come in, at the time that ready() said. Until LinkDirection::release() it is in a buffer.
  virtual void arrived(Payload& packet, Time now) = 0;
  /// A packet from `input` of the queues begins to leave at `now`; its last byte does so at `end`.
  virtual void leaves(const Payload& packet, unsigned input, Time now, Time end) = 0;
  /// The port that the packets of a type which came in wait for; for reports.
  virtual std::string holder(unsigned traffic_class, TlpType type) const = 0;
  /// Its name in the SystemC hierarchy.
  virtual std::string path() const = 0;
};

class PcieEndSocket;

/// The port of a part: binds to one end of a PcieLink, for both directions.
class PcieSocket : public tlm::tlm_base_initiator_socket<32, PcieLinkEnd, PcieDevice>, public Port {
 public:
  using Socket = tlm::tlm_base_initiator_socket<32, PcieLinkEnd, PcieDevice>;
  using Socket::bind;
  using Socket::Socket;

  const char* protocol() const override { return PcieLinkEnd::protocol_name; }
  Role role() const override { return Role::peer; }
  std::string path() const override { return name(); }

 private:
  void join(Port& end) override;
};

/// A link's end.
class PcieEndSocket : public tlm::tlm_base_target_socket<32, PcieLinkEnd, PcieDevice>, public Port {
 public:
  using Socket = tlm::tlm_base_target_socket<32, PcieLinkEnd, PcieDevice>;
  using Socket::bind;
  using Socket::Socket;

  const char* protocol() const override { return PcieLinkEnd::protocol_name; }
  Role role() const override { return Role::peer; }
  std::string path() const override { return name(); }

 private:
  void join(Port& end) override { dynamic_cast<PcieSocket&>(end).bind(*this); }
};

inline void PcieSocket::join(Port& end) {
  bind(dynamic_cast<PcieEndSocket&>(end));
}

}  // namespace isochron
