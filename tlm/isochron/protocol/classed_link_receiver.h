// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/protocol/credit_link.h>
#include <isochron/protocol/router.h>
#include <isochron/protocol/traffic_class.h>

namespace isochron {

/// The far end of a credit link in a part that tells classes of traffic apart: as a LinkReceiver, with a request open
/// for each class. The router leads to the output port of a packet's class. The logic of every
/// ClassedLinkReceiver<Fabric>.
class ClassedLinkReceiverBase {
 public:
  ClassedLinkReceiverBase(const ClassedLinkReceiverBase&) = delete;
  ClassedLinkReceiverBase& operator=(const ClassedLinkReceiverBase&) = delete;

 protected:
  ClassedLinkReceiverBase(const Router& router, unsigned classes) : router_(router), asked_for_(classes) {
    for (AskedFor& one : asked_for_) one.owner = this;
  }
  ~ClassedLinkReceiverBase() = default;

  bool buffer_requested(Payload& packet, Time now) {
    AskedFor& asked = asked_for_[class_of(packet, own_classes())];
    asked.port = &router_.route(packet);
    asked.packet = &packet;
    return asked.port->take_buffer(asked, now);
  }
  void arrived(Payload& packet, Time now) {
    // Behind a delay others of its class may have been granted a buffer since this one was.
    const AskedFor& asked = asked_for_[class_of(packet, own_classes())];
    OutputPort& port = asked.packet == &packet ? *asked.port : router_.route(packet);
    port.push(packet, now);
  }
  void was_lost(Payload& packet, Time now) {
    const AskedFor& asked = asked_for_[class_of(packet, own_classes())];
    (asked.packet == &packet ? *asked.port : router_.route(packet)).give_back(now);
  }
  unsigned own_classes() const { return static_cast<unsigned>(asked_for_.size()); }
  std::string owner_of(const Payload& packet) const { return router_.route(packet).path(); }

  CreditBackwardBase* sender_ = nullptr;  ///< fetched once, at start of simulation

 private:
  /// The packet of a class that was asked for last.
  struct AskedFor final : Buffers::Waiter {
    void buffer_granted(Time now) override { owner->sender_->credit(*packet, now); }

    ClassedLinkReceiverBase* owner = nullptr;
    Payload* packet = nullptr;
    OutputPort* port = nullptr;  ///< where it will go
  };

  const Router& router_;
  std::vector<AskedFor> asked_for_;
};

/// See ClassedLinkReceiverBase. Bind the link's `out` to `socket`.
template <class Fabric>
class ClassedLinkReceiver final : public ClassedLinkReceiverBase, private CreditForward<Fabric> {
 public:
  ClassedLinkReceiver(const std::string& name, const Router& router, unsigned classes)
      : ClassedLinkReceiverBase(router, classes), socket(name.c_str()) {
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
  unsigned classes() const override { return own_classes(); }
};

}  // namespace isochron
