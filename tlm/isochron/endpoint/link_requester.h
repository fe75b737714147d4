// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/endpoint/port_requester.h>
#include <isochron/protocol/link_sender.h>

namespace isochron {

/// A requester between two credit links: requests and what is written leave by one, and answers come by the other, all
/// of which it takes at once. What every LinkRequester<Fabric> has.
class LinkRequesterBase : public PortRequester {
 public:
  static constexpr const char* type = "requester";
  static TypeInfo type_info();

 protected:
  using PortRequester::PortRequester;
};

/// See LinkRequesterBase. Its ports are "out" and "in".
template <class Fabric>
class LinkRequester final : public LinkRequesterBase, private CreditForward<Fabric> {
 public:
  LinkRequester(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, Departures& departures,
                Arrivals& arrivals)
      : LinkRequesterBase(name, domain, config, departures, arrivals), out("out", domain, 1, BufferFreed::on_send) {
    in.bind(static_cast<CreditForward<Fabric>&>(*this));
    send_by(out);
  }

  LinkSender<Fabric> out;  ///< its socket is to be bound
  CreditReceiverSocket<Fabric> in{"in"};

 private:
  bool request(Payload&, Time) override { return true; }
  void send(Payload& packet, Time now) override {
    answer_arrived(packet, now);
    packet.release();
  }
  void lose(Payload&, Time) override {}  ///< it takes all that comes
  std::string buffer_owner(const Payload&) const override { return this->name(); }

  void start_of_simulation() override { out.connect(); }
};

}  // namespace isochron
