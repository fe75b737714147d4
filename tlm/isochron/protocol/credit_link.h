// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <tlm>

#include <isochron/core/time.h>
#include <isochron/protocol/port.h>
#include <isochron/protocol/tag.h>

namespace isochron {

/// A credit link is not a memory-mapped bus: packets move one way, credits the other. The protocol is independent of
/// the fabric; CreditForward and CreditBackward below make a type of their own of it for each, so that a StarFabric
/// port cannot be bound to an InfiniBand one.
class CreditForwardBase : public sc_core::sc_interface {
 public:
  /// Asks for a buffer in which `packet` can end. True: granted at once (no credit() follows); false: credit() comes
  /// later, once, for this packet. How many requests a sender may have open, and whether credits come in their order,
  /// is the receiver's to say: a LinkReceiver takes one at a time, a crossbar any number, of which each waits for
  /// itself.
  virtual bool request(Payload& packet, Time now) = 0;
  /// The transfer of `packet` begins (at a link), or has ended (at a receiver). A buffer was granted before.
  virtual void send(Payload& packet, Time now) = 0;
  /// `packet`, for which a buffer was granted, will never come: its buffer is free. Throws ModelError where none of its
  /// packets may be lost.
  virtual void lose(Payload& packet, Time now);
  /// The name of the port whose buffer `packet` needs, for reports.
  virtual std::string buffer_owner(const Payload& packet) const = 0;
  /// The end that answers request(). A link that passes all requests on returns the end behind it, so that a sender can
  /// call that one directly. Valid once all ports are bound.
  virtual CreditForwardBase& answerer() { return *this; }
  /// Classes of traffic whose requests do not wait for each other (class_of): of each, one may be open. Once the
  /// simulation has started.
  virtual unsigned classes() const { return 1; }

  /// For senders that hear of a free buffer only later: from now on the receiver notes since when its free buffers are
  /// free. At start of simulation.
  virtual void keep_free_times() {}
  /// Since when the buffer that the last request() was granted at once had been free; 0: from the beginning, or there
  /// is always one. After keep_free_times().
  virtual Time free_since(const Payload& packet) const {
    (void)packet;
    return 0;
  }
};

class CreditBackwardBase : public sc_core::sc_interface {
 public:
  /// The buffer that was asked for `packet` is the sender's.
  virtual void credit(Payload& packet, Time now) = 0;
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

/// The receiving end. A Fabric has a `name`, for messages and drawings.
template <class Fabric>
class CreditReceiverSocket : public tlm::tlm_base_target_socket<32, CreditForward<Fabric>, CreditBackward<Fabric>>,
                             public Port {
 public:
  using Socket = tlm::tlm_base_target_socket<32, CreditForward<Fabric>, CreditBackward<Fabric>>;

  explicit CreditReceiverSocket(const char* name) : Socket(name) {}

  using Socket::bind;
  const char* protocol() const override { return Fabric::name; }
  Role role() const override { return Role::receiver; }
  std::string path() const override { return this->name(); }

 private:
  void join(Port&) override {}  ///< it begins no connection
};

/// The sending end: calls forward, is called backward.
template <class Fabric>
class CreditSenderSocket : public tlm::tlm_base_initiator_socket<32, CreditForward<Fabric>, CreditBackward<Fabric>>,
                           public Port {
 public:
  using Socket = tlm::tlm_base_initiator_socket<32, CreditForward<Fabric>, CreditBackward<Fabric>>;

  explicit CreditSenderSocket(const char* name) : Socket(name) {}

  using Socket::bind;
  void bind(CreditReceiverSocket<Fabric>& receiver) { Port::bind(receiver); }
  const char* protocol() const override { return Fabric::name; }
  Role role() const override { return Role::sender; }
  std::string path() const override { return this->name(); }

 private:
  void join(Port& end) override { Socket::bind(dynamic_cast<CreditReceiverSocket<Fabric>&>(end)); }
};

}  // namespace isochron
