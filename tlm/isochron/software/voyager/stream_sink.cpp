// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/voyager/stream_sink.h>

#include <string>

#include <isochron/core/error.h>
#include <isochron/core/split_mix.h>
#include <isochron/observe/probe_list.h>
#include <isochron/observe/statistic_sink.h>
#include <isochron/protocol/transaction.h>

namespace isochron {

StreamSink::StreamSink(const sc_core::sc_module_name& name, unsigned inlets, std::uint32_t streams)
    : sc_module(name), streams_(streams) {
  for (unsigned i = 0; i < inlets; ++i)
    packets_.push_back(std::make_unique<InletPort>(("packets[" + std::to_string(i) + "]").c_str(), inlet_));
}

StreamSink::~StreamSink() = default;

void StreamSink::watch_ramp(Region& region, Time step) {
  ramp_ = std::make_unique<StreamRamp>(region, step, streams_.size(), [this] {
    return counts() ? StreamRamp::Packets{flow().asks(), flow().losses()} : StreamRamp::Packets{};
  });
}

void StreamSink::take(Payload& packet, Time now) {
  const Tag& tag = tag_of(packet);
  if (tag.stream >= streams_.size() || tag.sequence < streams_[tag.stream].next)
    throw ModelError(std::string(name()) + ": packet " + std::to_string(tag.sequence) + " of stream " +
                     std::to_string(tag.stream) + " came " +
                     (tag.stream < streams_.size() ? "behind a later one or twice"
                                                   : "and there are " + std::to_string(streams_.size()) + " streams"));
  Stream& stream = streams_[tag.stream];
  stream.counts.missing += tag.sequence - stream.next;
  stream.next = tag.sequence + 1;
  ++stream.counts.packets;
  stream.counts.bytes += packet.get_data_length();
  lateness_.add(now - tag.issued);
  count_arrived(now, packet.get_data_length());
  ++received_;
  // A sum, so that the order of calls within an instant does not matter.
  fingerprint_ += mix(mix(now) ^ (std::uint64_t{tag.stream} << 40 ^ tag.sequence));
  if (traced_) probe_.event(now, Phase::end, transaction_of(packet));
}

StreamSink::Counts StreamSink::all() const {
  Counts sum;
  for (const Stream& stream : streams_) {
    sum.packets += stream.counts.packets;
    sum.bytes += stream.counts.bytes;
    sum.missing += stream.counts.missing;
  }
  return sum;
}

void StreamSink::start_window(Time) {
  for (Stream& stream : streams_) stream.counts = {};
  lateness_.clear();
}

void StreamSink::report(StatisticSink& sink) {
  const Counts sum = all();
  StatisticSink::Part figures = sink.part(name());
  figures.count("packets", sum.packets);
  figures.count("missing", sum.missing);
  figures.rate("throughput", sum.bytes);
  figures.put("bytes", "B", static_cast<double>(sum.bytes));
  if (const std::optional<std::uint64_t> streams = most()) figures.count("most", *streams);
  figures.distribution("lateness", lateness_);
}

void StreamSink::list_probes(ProbeList& list) {
  list.add(probe_, name(), "END: a packet has arrived");
}

void StreamSink::start_trace(Time now) {
  traced_ = true;
  probe_.clear(now);
}

TypeInfo StreamSink::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "Receiver of the streams that a server sends: counts packets, and those that are missing";
  info.source = "Voyager, section 5.1";
  info.ports = {{"packets[i]", "hand-over", "target", "packets that arrive there"}};
  info.statistics = {{"packets", "1", "packets that arrived"},
                     {"missing", "1", "packets that did not arrive before a later one of their stream did"},
                     {"throughput", "B/s", "bytes of the packets that arrived"},
                     {"bytes", "B", "of the packets that arrived"},
                     {"most", "1", "streams before more than 0.1 % of the packets were lost, where they begin in turn"},
                     {"lateness", "s", "from when a packet was due until it arrived; a distribution", true}};
  return info;
}

}  // namespace isochron
