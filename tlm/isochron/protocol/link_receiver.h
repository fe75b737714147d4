// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/protocol/credit_link.h>
#include <isochron/protocol/router.h>

namespace isochron {

/// The far end of a credit link in a switch, bridge or chip: grants buffers of the output port that a packet will leave by, and
/// hands arrived packets to it. The logic of every LinkReceiver<Fabric>.
class LinkReceiverBase : private Buffers::Waiter {
 public:
  virtual ~LinkReceiverBase() = default;

 protected:
  explicit LinkReceiverBase(const Router& router) : router_(router) {}

  bool buffer_requested(Payload& packet) { return router_.route(packet).buffers().take(*this); }
  void arrived(Payload& packet, Time now) { router_.route(packet).push(packet, now); }

  std::string owner_of(const Payload& packet) const { return router_.route(packet).name(); }

  CreditBackwardBase* sender_ = nullptr;  ///< fetched once, at start of simulation

 private:
  void buffer_granted(Time now) final { sender_->credit(0, 1, now); }

  const Router& router_;
};

/// See LinkReceiverBase. Bind the link's `out` to `socket`.
template <class Fabric>
class LinkReceiver final : public LinkReceiverBase {
 public:
  LinkReceiver(const std::string& name, const Router& router)
      : LinkReceiverBase(router), socket(name.c_str()), forward_(*this) {
    socket.bind(forward_);
  }

  CreditReceiverSocket<Fabric> socket;

  /// To be called at start of simulation.
  void connect() { sender_ = socket.get_base_port().operator->(); }

 private:
  class Forward final : public CreditForward<Fabric> {
   public:
    explicit Forward(LinkReceiver& owner) : owner_(owner) {}
    bool request(Payload& packet, Time) override { return owner_.buffer_requested(packet); }
    void send(Payload& packet, Time now) override { owner_.arrived(packet, now); }
    std::string buffer_owner(const Payload& packet) const override { return owner_.owner_of(packet); }

   private:
    LinkReceiver& owner_;
  };
  Forward forward_;
};

}  // namespace isochron
