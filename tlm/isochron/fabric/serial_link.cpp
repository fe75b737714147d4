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
  show_traced(now);
  if (propagation_) propagation_->start_trace(now);
}

void SerialLinkBase::stop_trace() {
  probes_ = nullptr;
  if (propagation_) propagation_->stop_trace();
}

void SerialLinkBase::show_traced(Time now) {
  probes_->packet.set(now, transaction_of(in_flight_));
  probes_->utilisation.set(now, in_flight_ != nullptr);
}

void SerialLinkBase::join(CreditForwardBase& receiver, CreditBackwardBase& sender) {
  receiver_ = &receiver;
  sender_ = &sender;
  if (propagation_) {
    propagation_->lead_to(*receiver_);
    receiver_ = propagation_.get();
  }
  if (!credit_latency_) return;
  credit_latency_->join(*receiver_, *sender_);
  receiver_ = credit_latency_.get();
  sender_ = credit_latency_.get();
}

void SerialLinkBase::transmit(Payload& packet, Time now) {
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
  SerialLinkBase::Config config;
  info.describe_parameters(config.parameters());
  return info;
}

}  // namespace isochron
