// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/voyager/stream_source.h>

#include <algorithm>
#include <string>

#include <isochron/core/error.h>
#include <isochron/core/random_stream.h>
#include <isochron/observe/probe_list.h>
#include <isochron/observe/statistic_sink.h>
#include <isochron/protocol/transaction.h>

namespace isochron {

namespace {

// Within these a packet's interval is some picoseconds at least, and a TransferClock is exact.
constexpr std::uint64_t highest_rate = 1'000'000'000'000;  ///< bit/s
constexpr std::uint32_t longest_packet = 1u << 20;

Time draw_phase(std::uint64_t seed, const std::string& name, const StreamSource::Stream& stream) {
  __extension__ typedef unsigned __int128 Wide;
  const Time interval = TransferClock(Rate::bits_per_second(stream.rate)).take(stream.packet);
  SplitMix64 random = random_stream(seed, name, "phase of stream " + std::to_string(stream.number));
  return static_cast<Time>(static_cast<Wide>(random()) * interval >> 64);
}

}  // namespace

StreamSource::StreamSource(const sc_core::sc_module_name& name, const Domain& domain,
                           const std::vector<Stream>& streams, unsigned outlets, std::uint64_t seed)
    : sc_module(name), domain_(domain) {
  for (unsigned i = 0; i < outlets; ++i)
    packets_.push_back(std::make_unique<OutletPort>(("packets[" + std::to_string(i) + "]").c_str()));
  for (const Stream& stream : streams) {
    if (stream.rate == 0 || stream.rate > highest_rate || stream.packet == 0 || stream.packet > longest_packet ||
        stream.outlet >= outlets)
      throw ModelError(std::string(this->name()) + ": stream " + std::to_string(stream.number) + " sends packets of " +
                       std::to_string(stream.packet) + " B at " + std::to_string(stream.rate) + " bit/s to outlet " +
                       std::to_string(stream.outlet) + " of " + std::to_string(outlets));
    Sending sending{stream, TransferClock(Rate::bits_per_second(stream.rate))};
    sending.due = stream.begin + draw_phase(seed, this->name(), stream);
    due_.push_back(streams_.size());
    streams_.push_back(sending);
  }
  std::make_heap(due_.begin(), due_.end(), [this](std::size_t one, std::size_t other) { return later(one, other); });
  domain_.region.join(*this, Region::Rank::timer);
  SC_HAS_PROCESS(StreamSource);
  SC_METHOD(start);  // at time 0
}

StreamSource::~StreamSource() = default;

bool StreamSource::later(std::size_t one, std::size_t other) const {
  const Time due = streams_[one].due;
  const Time other_due = streams_[other].due;
  return due != other_due ? due > other_due : one > other;
}

void StreamSource::start() {
  if (!due_.empty()) domain_.region.schedule(*this, streams_[due_.front()].due);
}

void StreamSource::complete(Time now) {
  const auto is_later = [this](std::size_t one, std::size_t other) { return later(one, other); };
  while (streams_[due_.front()].due == now) {
    std::pop_heap(due_.begin(), due_.end(), is_later);
    Sending& sending = streams_[due_.back()];
    send(sending, now);
    sending.due += sending.clock.take(sending.stream.packet);
    ++sending.sequence;
    std::push_heap(due_.begin(), due_.end(), is_later);
  }
  domain_.region.schedule(*this, streams_[due_.front()].due);
}

void StreamSource::send(Sending& sending, Time now) {
  const Stream& stream = sending.stream;
  Message& packet = domain_.pool.allocate(0, 1);
  packet.set_data_length(stream.packet);
  Tag& tag = packet.tag();
  tag = Tag();
  tag.stream = stream.number;
  tag.sequence = sending.sequence;
  tag.issued = now;
  tag.ready = now;
  tag.bytes = stream.packet;
  tag.source = stream.source;
  tag.destination = stream.destination;
  ++sent_;
  bytes_ += stream.packet;
  count_asked(now, stream.packet);
  if (traced_) {
    phase_probe_.event(now, Phase::begin, transaction_of(packet));
    probe_.set(now, stream.number);
  }
  packets_[stream.outlet]->hand_on(packet, now);
  packet.release();
}

void StreamSource::start_window(Time) {
  sent_before_ += sent_;
  sent_ = bytes_ = 0;
}

void StreamSource::report(StatisticSink& sink) {
  StatisticSink::Part figures = sink.part(name());
  figures.count("packets", sent_);
  figures.rate("throughput", bytes_);
}

void StreamSource::list_probes(ProbeList& list) {
  list.add(phase_probe_, name(), "BEGIN: a packet is sent");
  list.add(probe_, name(), "stream", 0xffff'ffff, "whose packet was sent last");
}

void StreamSource::start_trace(Time now) {
  traced_ = true;
  phase_probe_.clear(now);
  probe_.set(now, 0);
}

TypeInfo StreamSource::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "Workstations that send streams, packet by packet, at exact times";
  info.source = "Voyager, section 5.1";
  info.ports = {{"packets[i]", "hand-over", "initiator", "packets that are sent there"}};
  info.statistics = {{"packets", "1", "packets that were sent"}, {"throughput", "B/s", "bytes of these packets"}};
  return info;
}

}  // namespace isochron
