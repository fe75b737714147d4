// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/packet_sink.h>

#include <isochron/core/split_mix.h>
#include <isochron/observe/probe_list.h>
#include <isochron/protocol/transaction.h>

namespace isochron {

PacketSink::PacketSink(const sc_core::sc_module_name& name) : sc_module(name), packets("packets", packets_) {}

void PacketSink::take(Payload& packet, Time now) {
  ++received_;
  bytes_ += packet.get_data_length();
  fingerprint_ = mix(mix(fingerprint_ ^ now) ^ tag_of(packet).sequence);
  if (traced_) probe_.event(now, Phase::end, transaction_of(packet));
}

Statistics<PacketSink> PacketSink::statistics() {
  Statistics<PacketSink> table;
  table.count("packets", &PacketSink::received_, "packets that arrived");
  table.rate("throughput", &PacketSink::bytes_, "bytes of these packets");
  return table;
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
  info.statistics = statistics().infos();
  return info;
}

}  // namespace isochron
