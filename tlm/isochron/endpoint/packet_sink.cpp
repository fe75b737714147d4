// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/packet_sink.h>

#include <isochron/core/split_mix.h>
#include <isochron/observe/probe_list.h>
#include <isochron/observe/statistic_sink.h>
#include <isochron/part/part_registration.h>
#include <isochron/protocol/transaction.h>

namespace isochron {

PacketSink::PacketSink(const sc_core::sc_module_name& name) : sc_module(name), packets("packets", packets_) {}

void PacketSink::take(Payload& packet, Time now) {
  ++received_;
  bytes_ += packet.get_data_length();
  fingerprint_ = mix(mix(fingerprint_ ^ now) ^ tag_of(packet).sequence);
  if (traced_) probe_.event(now, Phase::end, transaction_of(packet));
}

void PacketSink::start_window(Time) {
  received_ = bytes_ = 0;
}

void PacketSink::report(StatisticSink& sink) {
  StatisticSink::Part figures = sink.part(name());
  figures.count("packets", received_);
  figures.rate("throughput", bytes_);
}

void PacketSink::list_probes(ProbeList& list) {
  list.add(probe_, name(), "END: a packet has arrived");
}

void PacketSink::start_trace(Time now) {
  traced_ = true;
  probe_.clear(now);
}

TypeInfo PacketSink::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "The machine at the other end of a network measurement: takes packets";
  info.source = "Calliope, section 3.1";
  info.ports = {{"packets", "hand-over", "target", "packets that arrive"}};
  info.statistics = {{"packets", "1", "packets that arrived"}, {"throughput", "B/s", "bytes of these packets"}};
  return info;
}

ISOCHRON_PART(packet_sink, PacketSink::type_info);

}  // namespace isochron
