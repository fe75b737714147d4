// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/endpoint/message_sink.h>
#include <isochron/protocol/credit_link.h>

namespace isochron {

/// A sink at the end of a credit link: while it has no buffer the link waits for a credit. What every LinkSink<Fabric>
/// has.
class LinkSinkBase : public MessageSink {
 public:
  static constexpr const char* type = "sink";
  /// Of a sink on a link of any fabric.
  static TypeInfo type_info();

 protected:
  LinkSinkBase(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, Arrivals& arrivals);

  bool buffer_requested(Payload& packet, Time now) {
    if (take_buffer(now)) return true;
    asked_for_ = &packet;
    return false;
  }
  void packet_arrived(Payload& packet, Time now) {
    arrived(packet, now);
    packet.release();
  }

  CreditBackwardBase* sender_ = nullptr;  ///< fetched once, at start of simulation

 private:
  void granted(Time now) final;

  Payload* asked_for_ = nullptr;  ///< the packet that waits for a credit
};

/// See LinkSinkBase. Its port is "in".
template <class Fabric>
class LinkSink final : public LinkSinkBase, private CreditForward<Fabric> {
 public:
  LinkSink(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, Arrivals& arrivals)
      : LinkSinkBase(name, domain, config, arrivals) {
    in.bind(static_cast<CreditForward<Fabric>&>(*this));
  }

  CreditReceiverSocket<Fabric> in{"in"};

 private:
  bool request(Payload& packet, Time now) override { return buffer_requested(packet, now); }
  void send(Payload& packet, Time now) override { packet_arrived(packet, now); }
  void lose(Payload&, Time now) override { this->give_back(now); }
  std::string buffer_owner(const Payload&) const override { return this->name(); }
  void keep_free_times() override { this->note_free_times(); }
  Time free_since(const Payload&) const override { return this->last_free_since(); }

  void start_of_simulation() override { sender_ = in.get_base_port().operator->(); }
};

}  // namespace isochron
