// SPDX-License-Identifier: Apache-2.0
#include <isochron/fabric/serial_link.h>

#include <isochron/observe/probe_list.h>
#include <isochron/protocol/transaction.h>

namespace isochron {

struct SerialLinkBase::Probes {
  TransactionProbe packet;
  UtilisationProbe utilisation;
};

SerialLinkBase::SerialLinkBase(const sc_core::sc_module_name& name, const Domain& domain, std::uint64_t bits_per_second)
    : sc_module(name),
      region_(domain.region),
      clock_(Rate::bits_per_second(bits_per_second)),
      bits_per_second_(bits_per_second) {
  region_.join(*this, Region::Rank::link);
}

SerialLinkBase::~SerialLinkBase() = default;

void SerialLinkBase::list_probes(ProbeList& list) {
  own_probes_ = std::make_unique<Probes>();
  list.add(own_probes_->packet, name(), "packet", "message on the link");
  list.add(own_probes_->utilisation, name(), "fraction of the time with a message on the link");
}

void SerialLinkBase::start_trace(Time now) {
  probes_ = own_probes_.get();
  show_traced(now);
}

void SerialLinkBase::show_traced(Time now) {
  probes_->packet.set(now, transaction_of(in_flight_));
  probes_->utilisation.set(now, in_flight_ != nullptr);
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

ParameterTable serial_link_parameters(std::uint64_t& rate) {
  ParameterTable table;
  table.data_rate("rate", rate, {8, 1'000'000'000'000},
                  "payload rate; 1.77 Gb/s for StarFabric, 2.0 Gb/s for InfiniBand 1X, 8.0 Gb/s for 4X",
                  "Milkovits 2005, Table 1");
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
  info.ports = {{"in", "starfabric or infiniband", "receiver", "the sender's end"},
                {"out", "starfabric or infiniband", "sender", "the far end"}};
  std::uint64_t rate = 1'770'000'000;
  info.describe_parameters(serial_link_parameters(rate));
  return info;
}

}  // namespace isochron
