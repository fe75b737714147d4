// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/calliope/recording_clients.h>

#include <algorithm>

#include <isochron/observe/probe_list.h>
#include <isochron/protocol/transaction.h>

namespace isochron {

namespace {
constexpr std::uint32_t unit_station = 0;
}

RecordingClients::RecordingClients(const sc_core::sc_module_name& name, const Domain& domain, std::uint64_t streams)
    : sc_module(name), packets("packets"), domain_(domain), streams_(streams), due_(streams, end_of_time) {
  domain_.region.join(static_cast<Region::Activity&>(*this), Region::Rank::timer);
}

void RecordingClients::begin(std::uint32_t stream, std::uint32_t recording, const PacketSchedule& schedule, Time phase,
                             Time now) {
  streams_.at(stream) = {&schedule, recording, 0, now + phase};
  due_[stream] = now + phase + schedule.packet(0).due;
  arm();
}

void RecordingClients::end(std::uint32_t stream, Time) {
  due_.at(stream) = end_of_time;
  arm();
}

void RecordingClients::arm() {
  const Time next = due_.empty() ? end_of_time : *std::min_element(due_.begin(), due_.end());
  if (next == end_of_time)
    domain_.region.cancel(*this);
  else
    domain_.region.schedule(*this, next);
}

void RecordingClients::complete(Time now) {
  for (std::uint32_t stream = 0; stream < due_.size(); ++stream)
    while (due_[stream] <= now) send(stream, now);
  arm();
}

void RecordingClients::send(std::uint32_t number, Time now) {
  Stream& stream = streams_[number];
  const std::uint32_t bytes = stream.schedule->packet(stream.number).bytes;
  Message& packet = domain_.pool.allocate(0, 1);
  packet.set_data_length(bytes);
  Tag& tag = packet.tag();
  tag = Tag();
  tag.stream = number;
  tag.source = stream.recording;
  tag.sequence = stream.number++;
  tag.issued = now;
  tag.bytes = bytes;
  tag.destination = unit_station;
  due_[number] = stream.base + stream.schedule->packet(stream.number).due;
  ++sent_;
  bytes_ += bytes;
  if (traced_) phase_probe_.event(now, Phase::begin, transaction_of(packet));
  packets.hand_on(packet, now);
  packet.release();
}

Statistics<RecordingClients> RecordingClients::statistics() {
  Statistics<RecordingClients> table;
  table.count("packets", &RecordingClients::sent_, "packets that were sent");
  table.rate("throughput", &RecordingClients::bytes_, "bytes of these packets");
  return table;
}

void RecordingClients::list_probes(ProbeList& list) {
  list.add(phase_probe_, name(), "BEGIN: a packet is sent");
}

void RecordingClients::start_trace(Time now) {
  traced_ = true;
  phase_probe_.clear(now);
}

TypeInfo RecordingClients::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "Clients who record: they send packets to the storage unit, by a schedule each";
  info.source = "Calliope, section 2.2.1";
  info.ports = {{"packets", "hand-over", "initiator", "packets that they send"},
                {"streams", calls, "target", "the process that begins and ends recordings"}};
  info.statistics = statistics().infos();
  return info;
}

}  // namespace isochron
