// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/endpoint/request_responder.h>
#include <isochron/endpoint/service_station.h>
#include <isochron/observe/measured.h>
#include <isochron/observe/traced.h>
#include <isochron/protocol/classed_link_sender.h>
#include <isochron/protocol/link_sender.h>
#include <isochron/protocol/output_ports.h>
#include <isochron/protocol/traffic_class.h>

namespace isochron {

/// A server between two links: what the one brings waits, is served, and goes on by the other. It has what a
/// ServiceStation has, and an output port with one buffer of each class, in which a message that has been served waits
/// for the link. While another is in it, the message stays with its server. A link that brings a message waits for a
/// credit while the queue of the message's class has no place. The logic of every LinkServer and ClassedLinkServer.
///
/// Requests that are addressed to it end here: each is served once all of it is there, and its answer leaves in place
/// of it. What a write brings before its last message is taken at once.
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
  /// `endpoint`: its own; `requests` outlives it.
  LinkServerBase(const sc_core::sc_module_name& name, const Domain& domain, const ServiceStation::Config& config,
                 std::uint64_t seed, std::uint32_t endpoint, const RequestBoard& requests);

  /// To be called once, in the constructor: the port that it sends by, of all classes or with buffers of each.
  void send_by(LinkSenderBase& port);
  void send_by(ClassedLinkSenderBase& port);

  bool place_requested(Payload& packet, Time now);
  void packet_arrived(Payload& packet, Time now);
  void was_lost(Payload& packet, Time now) { station_.give_back(class_of(packet, station_.classes()), now); }
  std::string owner_of(const Payload& packet) const { return station_.owner_of(class_of(packet, station_.classes())); }

  CreditBackwardBase* sender_ = nullptr;  ///< fetched once, at start of simulation

 private:
  /// A server whose message waits for the buffer of the output port.
  struct Held final : Buffers::Waiter {
    void buffer_granted(Time now) override;

    LinkServerBase* owner = nullptr;
    unsigned server = 0;
    OutputPort* port = nullptr;
    Payload* payload = nullptr;
  };

  bool served(Payload& payload, unsigned server, Time now) final;
  void place_granted(unsigned traffic_class, Time now) final;

  /// The one that it sends by, in whole.
  struct Out final : OutputPorts {
    using OutputPorts::has;
  };

  ServiceStation station_;
  std::vector<Held> held_;           ///< by place in the station
  std::vector<Payload*> asked_for_;  ///< by class: the packet that waits for a place
  Out out_;
  std::vector<OutputPort*> ports_;  ///< of it, by class; or one for all
  RequestResponder responder_;
};

/// What LinkServer and ClassedLinkServer have in common beside their logic.
template <class Fabric>
class LinkServerInput : public LinkServerBase, private CreditForward<Fabric> {
 public:
  CreditReceiverSocket<Fabric> in{"in"};

 protected:
  LinkServerInput(const sc_core::sc_module_name& name, const Domain& domain, const ServiceStation::Config& config,
                  std::uint64_t seed, std::uint32_t endpoint, const RequestBoard& requests)
      : LinkServerBase(name, domain, config, seed, endpoint, requests) {
    in.bind(static_cast<CreditForward<Fabric>&>(*this));
  }

  /// To be called at start of simulation.
  void connect() { sender_ = in.get_base_port().operator->(); }

 private:
  bool request(Payload& packet, Time now) override { return place_requested(packet, now); }
  void send(Payload& packet, Time now) override { packet_arrived(packet, now); }
  void lose(Payload& packet, Time now) override { was_lost(packet, now); }
  std::string buffer_owner(const Payload& packet) const override { return owner_of(packet); }
  unsigned classes() const override { return station().classes(); }
};

/// See LinkServerBase; of one class. Its ports are "in" and "out".
template <class Fabric>
class LinkServer final : public LinkServerInput<Fabric> {
 public:
  LinkServer(const sc_core::sc_module_name& name, const Domain& domain, const ServiceStation::Config& config,
             std::uint64_t seed, std::uint32_t endpoint, const RequestBoard& requests)
      : LinkServerInput<Fabric>(name, domain, config, seed, endpoint, requests),
        out("out", domain, 1, BufferFreed::on_send) {
    this->send_by(out);
  }

  LinkSender<Fabric> out;

 private:
  void start_of_simulation() override {
    this->connect();
    out.connect();
  }
};

/// See LinkServerBase; of several classes, which do not wait for each other's buffers. Its ports are "in" and "out".
template <class Fabric>
class ClassedLinkServer final : public LinkServerInput<Fabric> {
 public:
  ClassedLinkServer(const sc_core::sc_module_name& name, const Domain& domain, const ServiceStation::Config& config,
                    std::uint64_t seed, std::uint32_t endpoint, const RequestBoard& requests)
      : LinkServerInput<Fabric>(name, domain, config, seed, endpoint, requests),
        out("out", domain, 1, BufferFreed::on_send, config.classes.service()) {
    this->send_by(out);
  }

  ClassedLinkSender<Fabric> out;

 private:
  void start_of_simulation() override {
    this->connect();
    out.connect();
  }
};

}  // namespace isochron
