// SPDX-License-Identifier: Apache-2.0
#include <isochron/fabric/serial_link.h>

#include <isochron/observe/probe_list.h>
#include <isochron/protocol/transaction.h>

namespace isochron {

struct SerialLinkBase::Probes {
  TransactionProbe packet;
  UtilisationProbe utilisation;
};

ParameterTable SerialLinkBase::Config::parameters() {
  ParameterTable table;
  table.data_rate("rate", rate, {8, 1'000'000'000'000},
                  "payload rate; 1.77 Gb/s for StarFabric, 2.0 Gb/s for InfiniBand 1X, 8.0 Gb/s for 4X",
                  "Milkovits 2005, Table 1");
  table.duration("propagation", propagation, {0, second},
                 "from the end of a transfer until the message has arrived; the next one is transferred meanwhile",
                 "our own");
  table.duration("credit_latency", credit_latency, {0, second},
                 "from a free buffer at the far end until the sender may use it", "our own");
  return table;
}

SerialLinkBase::SerialLinkBase(const sc_core::sc_module_name& name, const Domain& domain, const Config& config)
    : sc_module(name),
      region_(domain.region),
      clock_(Rate::bits_per_second(config.rate)),
      bits_per_second_(config.rate) {
  region_.join(*this, Region::Rank::link);
  if (config.propagation > 0) propagation_ = std::make_unique<Propagation>(region_, config.propagation);
  if (config.credit_latency > 0) credit_latency_ = std::make_unique<CreditLatency>(region_, config.credit_latency);
}

SerialLinkBase::~SerialLinkBase() = default;

void SerialLinkBase::list_probes(ProbeList& list) {
  own_probes_ = std::make_unique<Probes>();
  list.add(own_probes_->packet, name(), "packet", "message on the link");
  list.add(own_probes_->utilisation, name(), "fraction of the time with a message on the link");
  if (propagation_) propagation_->list_probes(list, name());
}

void SerialLinkBase::start_trace(Time now) {
  probes_ = own_probes_.get();
  is_plain_ = false;
  show_traced(now);
  if (propagation_) propagation_->start_trace(now);
}

void SerialLinkBase::stop_trace() {
  probes_ = nullptr;
  is_plain_ = faulty_ == nullptr;
  if (propagation_) propagation_->stop_trace();
}

void SerialLinkBase::show_traced(Time now) {
  probes_->packet.set(now, transaction_of(on_link()));
  probes_->utilisation.set(now, on_link() != nullptr);
}

void SerialLinkBase::expect_faults(const FaultContext& context) {
  const FaultyTransmitter::Config config{bits_per_second_, propagation_ ? propagation_->delay() : 0};
  faulty_ = std::make_unique<FaultyTransmitter>(region_, config, context, [this](Time now) { show(now); });
  is_plain_ = false;
}

void SerialLinkBase::join(CreditForwardBase& receiver, CreditBackwardBase& sender) {
  receiver_ = &receiver;
  sender_ = faulty_ ? faulty_.get() : &sender;
  if (propagation_) {
    propagation_->lead_to(*receiver_);
    receiver_ = propagation_.get();
  }
  if (credit_latency_) {
    credit_latency_->join(*receiver_, *sender_);
    receiver_ = credit_latency_.get();
    sender_ = credit_latency_.get();
  }
  if (!faulty_) return;
  faulty_->join(*receiver_, sender);
  receiver_ = faulty_.get();
}

void SerialLinkBase::transmit(Payload& packet, Time now) {
  if (__builtin_expect(!is_plain_, 0)) {
    transmit_shown(packet, now);
    return;
  }
  in_flight_ = &packet;
  region_.schedule(*this, now + clock_.take(packet.get_data_length()));
}

void SerialLinkBase::transmit_shown(Payload& packet, Time now) {
  if (faulty_) {
    faulty_->send(packet, now);
    return;
  }
  in_flight_ = &packet;
  show(now);
  region_.schedule(*this, now + clock_.take(packet.get_data_length()));
}

void SerialLinkBase::complete(Time now) {
  Payload& packet = *in_flight_;
  in_flight_ = nullptr;
  show(now);
  receiver_->send(packet, now);
  sender_->sent(now);
}

void SerialLinkBase::start_window(Time now) {
  if (faulty_) faulty_->start_window(now);
}

void SerialLinkBase::report(StatisticSink& sink) {
  if (faulty_) WithStatistics::report(sink);
}

Statistics<SerialLinkBase> SerialLinkBase::statistics() {
  Statistics<SerialLinkBase> table;
  const auto of = [](std::uint64_t FaultyTransmitter::*number) {
    return [number](const SerialLinkBase& link) { return (*link.faulty_).*number; };
  };
  table.count("errors", of(&FaultyTransmitter::errors), "packets with a wrong bit (with faults)");
  table.count("resent", of(&FaultyTransmitter::resent), "packets that were sent again (with faults)");
  table.count("lost", of(&FaultyTransmitter::lost), "packets that never arrive (with faults)");
  table.count(
      "gave_up", [](const SerialLinkBase& link) -> std::uint64_t { return link.faulty_->gave_up() ? 1 : 0; },
      "1: a packet was sent again too often, and the link is dead (with faults)");
  table.fraction(
      "down", [](const SerialLinkBase& link) -> const TimeIn& { return link.faulty_->down; },
      "fraction of time that nothing could leave (with faults)");
  return table;
}

TypeInfo serial_link_type_info() {
  TypeInfo info;
  info.name = SerialLinkBase::type;
  info.kind = "fabric";
  info.summary =
      "One direction of a serial link, such as StarFabric, InfiniBand or Ethernet: store and forward at its payload "
      "rate";
  info.source = "Milkovits 2005, Table 1";
  info.is_line = true;
  info.ports = {{"in", "starfabric or infiniband", "receiver", "the sender's end"},
                {"out", "starfabric or infiniband", "sender", "the far end"}};
  info.statistics = SerialLinkBase::statistics().infos();
  info.faults = {{"down", "nothing leaves; what is on the link is sent again afterwards, or is lost without `retry`"},
                 {"bit_errors", "messages with a wrong bit are sent again as `retry` says, or are lost"},
                 {"slow", "transfers take longer"}};
  info.changeable = {"rate"};
  SerialLinkBase::Config config;
  info.describe_parameters(config.parameters());
  return info;
}

}  // namespace isochron
