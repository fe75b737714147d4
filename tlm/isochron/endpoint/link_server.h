// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/endpoint/service_station.h>
#include <isochron/observe/measured.h>
#include <isochron/observe/traced.h>
#include <isochron/protocol/link_sender.h>
#include <isochron/protocol/traffic_class.h>

namespace isochron {

/// A server between two links: what the one brings waits, is served, and goes on by the other. It has what a
/// ServiceStation has, and an output port with one buffer, in which a message that has been served waits for the link.
/// While another is in it, the message stays with its server. A link that brings a message waits for a credit while the
/// queue of the message's class has no place. The logic of every LinkServer<Fabric>.
class LinkServerBase : public sc_core::sc_module, public Measured, public Traced, private ServiceStation::Client {
 public:
  static constexpr const char* type = "server";
  static TypeInfo type_info();

  ~LinkServerBase() override;

  const ServiceStation& station() const { return station_; }

  void start_window(Time now) final;
  void report(StatisticSink& sink) final;
  void report_waits(std::vector<Wait>& waits) const final;
  void list_probes(ProbeList& list) final;
  void start_trace(Time now) final { station_.start_trace(now); }
  void stop_trace() final { station_.stop_trace(); }

 protected:
  LinkServerBase(const sc_core::sc_module_name& name, const Domain& domain, const ServiceStation::Config& config,
                 std::uint64_t seed);

  /// To be called once, in the constructor: the port that it sends by.
  void send_by(LinkSenderBase& port) { port_ = &port; }

  bool place_requested(Payload& packet, Time now);
  void packet_arrived(Payload& packet, Time now) { station_.arrived(packet, now); }
  std::string owner_of(const Payload& packet) const { return station_.owner_of(class_of(packet, station_.classes())); }

  CreditBackwardBase* sender_ = nullptr;  ///< fetched once, at start of simulation

 private:
  /// A server whose message waits for the buffer of the output port.
  struct Held final : Buffers::Waiter {
    void buffer_granted(Time now) override;

    LinkServerBase* owner = nullptr;
    unsigned server = 0;
    Payload* payload = nullptr;
  };

  bool served(Payload& payload, unsigned server, Time now) final;
  void place_granted(unsigned traffic_class, Time now) final;

  ServiceStation station_;
  std::vector<Held> held_;           ///< by server
  std::vector<Payload*> asked_for_;  ///< by class: the packet that waits for a place
  LinkSenderBase* port_ = nullptr;
};

/// See LinkServerBase. Its ports are "in" and "out".
template <class Fabric>
class LinkServer final : public LinkServerBase, private CreditForward<Fabric> {
 public:
  LinkServer(const sc_core::sc_module_name& name, const Domain& domain, const ServiceStation::Config& config,
             std::uint64_t seed)
      : LinkServerBase(name, domain, config, seed), out("out", domain, 1, BufferFreed::on_send) {
    in.bind(static_cast<CreditForward<Fabric>&>(*this));
    send_by(out);
  }

  CreditReceiverSocket<Fabric> in{"in"};
  LinkSender<Fabric> out;

 private:
  bool request(Payload& packet, Time now) override { return place_requested(packet, now); }
  void send(Payload& packet, Time now) override { packet_arrived(packet, now); }
  std::string buffer_owner(const Payload& packet) const override { return owner_of(packet); }
  unsigned classes() const override { return station().classes(); }

  void start_of_simulation() override {
    sender_ = in.get_base_port().operator->();
    out.connect();
  }
};

}  // namespace isochron
