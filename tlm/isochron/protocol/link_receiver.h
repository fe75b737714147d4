// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/protocol/credit_link.h>
#include <isochron/protocol/router.h>

namespace isochron {

/// The far end of a credit link in a switch, bridge or chip: grants buffers of the output port that a packet will leave
/// by, and hands arrived packets to it. The logic of every LinkReceiver<Fabric>.
class LinkReceiverBase : private Buffers::Waiter {
 public:
  virtual ~LinkReceiverBase() = default;

 protected:
  explicit LinkReceiverBase(const Router& router) : router_(router), only_(router.only()) {}

  bool buffer_requested(Payload& packet, Time now) {
    port_ = only_ != nullptr ? only_ : &router_.route(packet);
    asked_for_ = &packet;
    return port_->take_buffer(*this, now);
  }
  void arrived(Payload& packet, Time now) {
    // Behind a delay others may have been granted a buffer since this one was.
    OutputPort& port = __builtin_expect(asked_for_ == &packet, 1) ? *port_ : router_.route(packet);
    port.push(packet, now);
  }

  void was_lost(Payload& packet, Time now) { (asked_for_ == &packet ? *port_ : router_.route(packet)).give_back(now); }

  void keep_all_free_times() {
    router_.each_port([](OutputPort& port) { port.buffers().keep_free_times(); });
  }
  Time last_free_since() const { return port_->buffers().free_since(); }

  std::string owner_of(const Payload& packet) const { return router_.route(packet).path(); }

  CreditBackwardBase* sender_ = nullptr;  ///< fetched once, at start of simulation

 private:
  void buffer_granted(Time now) final { sender_->credit(*asked_for_, now); }

  const Router& router_;
  OutputPort* only_;              ///< of the router; or none
  Payload* asked_for_ = nullptr;  ///< the packet that was asked for last: a sender asks for one at a time
  OutputPort* port_ = nullptr;    ///< where it will go
};

/// See LinkReceiverBase. Bind the link's `out` to `socket`.
template <class Fabric>
class LinkReceiver final : public LinkReceiverBase, private CreditForward<Fabric> {
 public:
  LinkReceiver(const std::string& name, const Router& router) : LinkReceiverBase(router), socket(name.c_str()) {
    socket.bind(static_cast<CreditForward<Fabric>&>(*this));
  }

  CreditReceiverSocket<Fabric> socket;

  /// To be called at start of simulation.
  void connect() { sender_ = socket.get_base_port().operator->(); }

 private:
  bool request(Payload& packet, Time now) override { return buffer_requested(packet, now); }
  void send(Payload& packet, Time now) override { arrived(packet, now); }
  void lose(Payload& packet, Time now) override { was_lost(packet, now); }
  std::string buffer_owner(const Payload& packet) const override { return owner_of(packet); }
  void keep_free_times() override { keep_all_free_times(); }
  Time free_since(const Payload&) const override { return last_free_since(); }
};

}  // namespace isochron
