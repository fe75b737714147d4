// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <isochron/core/region.h>
#include <isochron/core/ring.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/protocol/credit_link.h>
#include <isochron/protocol/domain.h>

namespace isochron {

/// A length of time between a link and the receiver at its end: propagation, or the latency of what the link ends at. A
/// packet that the link delivers is delivered to the receiver `delay` picoseconds later; any number is on the way, in
/// order, and the link is free for the next one meanwhile. Requests and credits take no time, as on a link. The logic
/// of every LinkDelay<Fabric>.
///
/// `in` joins a link's `out` (or another delay's), `out` a receiver: of the two meanings of CreditForwardBase::send(),
/// both sides have that of a receiver, the transfer has ended. A delay in front of a link would begin transfers that
/// the link is not free for, and a sender that it follows directly would wait for ever to hear that its packet has
/// left.
///
/// A packet on the way has a buffer at the far end: with b buffers and a delay of d at most b packets leave the sender
/// in d.
class LinkDelayBase : public sc_core::sc_module, public Traced, private Region::Activity {
 public:
  static constexpr const char* type = "delay";

  ~LinkDelayBase() override;

  Time delay() const { return delay_; }

  void list_probes(ProbeList& list) final;
  void start_trace(Time now) final;
  void stop_trace() final { probes_ = nullptr; }

 protected:
  /// `delay`: ps; 0: none.
  LinkDelayBase(const sc_core::sc_module_name& name, const Domain& domain, Time delay);

  void hold(Payload& packet, Time now);

  CreditForwardBase* receiver_ = nullptr;  ///< fetched once, at start of simulation
  CreditBackwardBase* sender_ = nullptr;

 private:
  struct Probes;
  struct Held {
    Time until = 0;
    Payload* packet = nullptr;
  };

  void complete(Time now) final;
  void show(Time now) {
    if (__builtin_expect(probes_ != nullptr, 0)) show_traced(now);
  }
  void show_traced(Time now);

  Region& region_;
  Time delay_;
  Ring<Held> on_the_way_;
  Probes* probes_ = nullptr;  ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
};

/// The description of a delay on a link of any fabric.
TypeInfo link_delay_type_info();

/// See LinkDelayBase.
template <class Fabric>
class LinkDelay final : public LinkDelayBase, private CreditForward<Fabric>, private CreditBackward<Fabric> {
 public:
  LinkDelay(const sc_core::sc_module_name& name, const Domain& domain, Time delay)
      : LinkDelayBase(name, domain, delay) {
    in.bind(static_cast<CreditForward<Fabric>&>(*this));
    out.bind(static_cast<CreditBackward<Fabric>&>(*this));
  }

  CreditReceiverSocket<Fabric> in{"in"};
  CreditSenderSocket<Fabric> out{"out"};

 private:
  bool request(Payload& packet, Time now) override { return receiver_->request(packet, now); }
  void send(Payload& packet, Time now) override { hold(packet, now); }
  std::string buffer_owner(const Payload& packet) const override { return receiver_->buffer_owner(packet); }
  void credit(Payload& packet, Time now) override { sender_->credit(packet, now); }
  void sent(Time now) override { sender_->sent(now); }

  void start_of_simulation() override {
    receiver_ = out.get_base_port().operator->();
    sender_ = in.get_base_port().operator->();
  }
};

}  // namespace isochron
