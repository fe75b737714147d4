// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/packet_source.h>

#include <isochron/observe/probe_list.h>
#include <isochron/protocol/transaction.h>

namespace isochron {

ParameterTable PacketSource::Config::parameters() {
  ParameterTable table;
  table.bytes("packet", packet, {1, 1 << 30}, "of a packet", "Calliope, section 3.1");
  table.count_or("count", count, "unlimited", {1, ~std::uint64_t{0}}, "packets that it sends", "our own");
  table.flag("write", write, "the processor writes each packet to memory before it sends it",
             "Calliope, section 3.2.3: the path without disks");
  return table;
}

PacketSource::PacketSource(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, Host& host,
                           std::uint64_t key)
    : sc_module(name), packets("packets"), domain_(domain), config_(config), host_(host), key_(key) {
  SC_HAS_PROCESS(PacketSource);
  SC_METHOD(start);  // at time 0
}

PacketSource::~PacketSource() = default;

void PacketSource::start() {
  domain_.region.advance(kernel_now());
  next_packet(kernel_now());
}

void PacketSource::next_packet(Time now) {
  if (config_.write)
    host_.run(written_, Host::Kind::other, host_.config().write_work(config_.packet), key_, now);
  else
    send(now);
}

void PacketSource::send(Time now) {
  host_.run(sent_step_, Host::Kind::send, host_.config().packet_work(config_.packet, false), key_, now);
}

void PacketSource::hand_on(Time now) {
  Message& message = domain_.pool.allocate(0, 1);
  message.set_data_length(static_cast<unsigned>(config_.packet));
  message.tag() = Tag();
  message.tag().sequence = number_++;
  message.tag().destination = 1;
  message.tag().issued = now;
  ++sent_;
  if (traced_) {
    phase_probe_.event(now, Phase::end, transaction_of(message));
    probe_.set(now, number_);
  }
  packets.hand_on(message, now);
  message.release();
  if (number_ != config_.count) next_packet(now);
}

Statistics<PacketSource> PacketSource::statistics() {
  Statistics<PacketSource> table;
  table.rate(
      "throughput", [](const PacketSource& source) { return source.sent_ * source.config_.packet; },
      "bytes of packets sent, without headers");
  table.count("packets", &PacketSource::sent_, "packets sent");
  return table;
}

void PacketSource::list_probes(ProbeList& list) {
  list.add(phase_probe_, name(), "END: a packet is sent");
  list.add(probe_, name(), "sent", 0xffffffff, "packets sent so far");
}

void PacketSource::start_trace(Time now) {
  traced_ = true;
  phase_probe_.clear(now);
  probe_.set(now, number_);
}

TypeInfo PacketSource::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "A program that measures a host's network: sends packets one after another";
  info.source = "Calliope, section 3.1, Table 1, and section 3.2.3";
  info.ports = {{"packets", "hand-over", "initiator", "packets that the host has sent"},
                {"host", Host::calls, "initiator", "the host that it runs on"}};
  info.statistics = statistics().infos();
  Config config;
  info.describe_parameters(config.parameters());
  return info;
}

}  // namespace isochron
