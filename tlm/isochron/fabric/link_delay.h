// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/fabric/propagation.h>
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
class LinkDelayBase : public sc_core::sc_module, public Traced {
 public:
  static constexpr const char* type = "delay";

  Time delay() const { return way_.delay(); }

  void list_probes(ProbeList& list) final { way_.list_probes(list, name()); }
  void start_trace(Time now) final { way_.start_trace(now); }
  void stop_trace() final { way_.stop_trace(); }

 protected:
  /// `delay`: ps; 0: none.
  LinkDelayBase(const sc_core::sc_module_name& name, const Domain& domain, Time delay)
      : sc_module(name), way_(domain.region, delay) {}

  Propagation way_;
  CreditBackwardBase* sender_ = nullptr;  ///< fetched once, at start of simulation
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
  bool request(Payload& packet, Time now) override { return way_.request(packet, now); }
  void send(Payload& packet, Time now) override { way_.send(packet, now); }
  void lose(Payload& packet, Time now) override { way_.lose(packet, now); }
  std::string buffer_owner(const Payload& packet) const override { return way_.buffer_owner(packet); }
  void keep_free_times() override { out.get_base_port()->keep_free_times(); }  ///< it may not have started yet
  Time free_since(const Payload& packet) const override { return way_.free_since(packet); }
  unsigned classes() const override { return way_.classes(); }
  void credit(Payload& packet, Time now) override { sender_->credit(packet, now); }
  void sent(Time now) override { sender_->sent(now); }

  void start_of_simulation() override {
    way_.lead_to(*out.get_base_port().operator->());
    sender_ = in.get_base_port().operator->();
  }
};

}  // namespace isochron
