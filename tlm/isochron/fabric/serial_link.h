// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <isochron/core/rate.h>
#include <isochron/core/region.h>
#include <isochron/fabric/credit_latency.h>
#include <isochron/fabric/faulty_transmitter.h>
#include <isochron/fabric/propagation.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/observe/with_statistics.h>
#include <isochron/protocol/credit_link.h>
#include <isochron/protocol/domain.h>

namespace isochron {

/// One direction of a serial link, store and forward: a packet takes its length at the link's rate, then the
/// transmitter is free, and after the propagation the packet is delivered. The rate is what is left for payload after
/// coding and headers. Credits come back after the credit latency. Where faults strike it, it has the transmitter that
/// FaultyTransmitter is. The logic of every SerialLink<Fabric>.
class SerialLinkBase : public sc_core::sc_module,
                       public Traced,
                       public Faulty,
                       public WithStatistics<SerialLinkBase>,
                       private Region::Activity {
 public:
  static constexpr const char* type = "serial_link";

  struct Config {
    std::uint64_t rate = 1'770'000'000;  ///< of payload, bit/s, 1 or more
    Time propagation = 0;                ///< from the end of a transfer until the packet has arrived, ps
    Time credit_latency = 0;             ///< from a free buffer at the far end until the sender knows of it, ps

    ParameterTable parameters();
  };

  ~SerialLinkBase() override;

  std::uint64_t bits_per_second() const { return bits_per_second_; }

  static Statistics<SerialLinkBase> statistics();
  void start_window(Time now) final;
  void report(StatisticSink& sink) final;
  void expect_faults(const FaultContext& context) final;
  void set_condition(const PartCondition& condition, Time now) final { faulty_->set_condition(condition, now); }

  void list_probes(ProbeList& list) final;
  void start_trace(Time now) final;
  void stop_trace() final;

 protected:
  SerialLinkBase(const sc_core::sc_module_name& name, const Domain& domain, const Config& config);

  /// At start of simulation.
  void join(CreditForwardBase& receiver, CreditBackwardBase& sender);
  void transmit(Payload& packet, Time now);
  /// Whether requests are answered here, and not passed on.
  bool answers() const { return faulty_ != nullptr || propagation_ != nullptr || credit_latency_ != nullptr; }

  CreditForwardBase* receiver_ = nullptr;  ///< or what is before it: propagation, the latency of credits
  CreditBackwardBase* sender_ = nullptr;

 private:
  struct Probes;

  void complete(Time now) final;
  void transmit_shown(Payload& packet, Time now);
  const Payload* on_link() const { return faulty_ ? faulty_->in_flight() : in_flight_; }
  void show(Time now) {
    if (__builtin_expect(probes_ != nullptr, 0)) show_traced(now);
  }
  void show_traced(Time now);

  Region& region_;
  TransferClock clock_;
  Payload* in_flight_ = nullptr;
  Probes* probes_ = nullptr;  ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
  bool is_plain_ = true;  ///< neither traced, nor do faults strike it
  std::uint64_t bits_per_second_;
  std::unique_ptr<FaultyTransmitter> faulty_;      ///< or none
  std::unique_ptr<Propagation> propagation_;       ///< or none
  std::unique_ptr<CreditLatency> credit_latency_;  ///< or none
};

/// The description of a link of either fabric.
TypeInfo serial_link_type_info();

/// See SerialLinkBase. A sender's socket binds to `in`, `out` binds to a receiver's.
template <class Fabric>
class SerialLink final : public SerialLinkBase, private CreditForward<Fabric>, private CreditBackward<Fabric> {
 public:
  SerialLink(const sc_core::sc_module_name& name, const Domain& domain, const Config& config)
      : SerialLinkBase(name, domain, config) {
    in.bind(static_cast<CreditForward<Fabric>&>(*this));
    out.bind(static_cast<CreditBackward<Fabric>&>(*this));
  }
  /// A link on which neither messages nor credits take a time beside the transfer's.
  SerialLink(const sc_core::sc_module_name& name, const Domain& domain, std::uint64_t bits_per_second)
      : SerialLink(name, domain, Config{bits_per_second, 0, 0}) {}

  CreditReceiverSocket<Fabric> in{"in"};
  CreditSenderSocket<Fabric> out{"out"};

 private:
  bool request(Payload& packet, Time now) override { return receiver_->request(packet, now); }
  void send(Payload& packet, Time now) override { transmit(packet, now); }
  void lose(Payload& packet, Time now) override { receiver_->lose(packet, now); }
  CreditForwardBase& answerer() override {
    if (answers()) return *this;
    return out.get_base_port()->answerer();  // which may not have started yet
  }
  std::string buffer_owner(const Payload& packet) const override { return receiver_->buffer_owner(packet); }
  void keep_free_times() override { out.get_base_port()->keep_free_times(); }  ///< it may not have started yet
  Time free_since(const Payload& packet) const override { return receiver_->free_since(packet); }
  unsigned classes() const override { return receiver_->classes(); }
  void credit(Payload& packet, Time now) override { sender_->credit(packet, now); }
  void sent(Time now) override { sender_->sent(now); }

  void start_of_simulation() override { join(*out.get_base_port().operator->(), *in.get_base_port().operator->()); }
};

}  // namespace isochron
