// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <tlm>

#include <isochron/core/time.h>
#include <isochron/protocol/tag.h>

namespace isochron {

/// A credit link is not a memory-mapped bus: packets move one way, credits the other. The protocol is independent of
/// the fabric; CreditForward and CreditBackward below make a type of their own of it for each, so that a StarFabric
/// port cannot be bound to an InfiniBand one.
class CreditForwardBase : public sc_core::sc_interface {
 public:
  /// Asks for a buffer in which `packet` can end. True: granted at once (no credit() follows); false: credit() comes
  /// later. At most one request of a sender is open at a time.
  virtual bool request(Payload& packet, Time now) = 0;
  /// The transfer of `packet` begins (at a link), or has ended (at a receiver). A buffer was granted before.
  virtual void send(Payload& packet, Time now) = 0;
  /// The name of the port whose buffer `packet` needs, for reports.
  virtual std::string buffer_owner(const Payload& packet) const = 0;
};

class CreditBackwardBase : public sc_core::sc_interface {
 public:
  /// `n` buffers on virtual channel `vc` are the sender's.
  virtual void credit(unsigned vc, unsigned n, Time now) = 0;
  /// The last bit has left: the transmitter is free.
  virtual void sent(Time now) = 0;
};

template <class Fabric>
class CreditForward : public CreditForwardBase {
 public:
  using protocol_types = Fabric;
};
template <class Fabric>
class CreditBackward : public CreditBackwardBase {
 public:
  using protocol_types = Fabric;
};

/// The sending end: calls forward, is called backward.
template <class Fabric>
using CreditSenderSocket = tlm::tlm_base_initiator_socket<32, CreditForward<Fabric>, CreditBackward<Fabric>>;
/// The receiving end.
template <class Fabric>
using CreditReceiverSocket = tlm::tlm_base_target_socket<32, CreditForward<Fabric>, CreditBackward<Fabric>>;

}  // namespace isochron
