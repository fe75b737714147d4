// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/voyager/media_daemon.h>

#include <algorithm>
#include <string>

#include <boost/random/uniform_int_distribution.hpp>

#include <isochron/core/error.h>
#include <isochron/core/random_stream.h>
#include <isochron/core/rate.h>
#include <isochron/core/ring.h>
#include <isochron/observe/probe_list.h>
#include <isochron/observe/statistic_sink.h>
#include <isochron/protocol/transaction.h>
#include <isochron/software/voyager/failed_request.h>
#include <isochron/software/voyager/packet_pace.h>
#include <isochron/software/voyager/playback.h>
#include <isochron/software/voyager/recording.h>

namespace isochron {

struct MediaDaemon::Probes {
  PhaseProbe phase;
  NumberProbe under_way;
  NumberProbe dropped;
};

/// A stream with its timer, which rings when it begins and when its packets are due.
class MediaDaemon::Stream final : public Region::Activity {
 public:
  Stream(MediaDaemon& owner, const MediaStream& stream, std::size_t place, Time offset)
      : pace(stream.rate, stream.packet), given(stream), index(place), phase(offset), owner_(owner) {}

  void complete(Time) override {
    rings = true;
    owner_.note(*this);
  }
  /// Its packets end here.
  bool keeps() const { return given.action == StreamAction::record || given.action == StreamAction::receive; }
  /// Its packets come of the timer.
  bool timed() const { return given.action == StreamAction::play || given.action == StreamAction::send; }

  const PacketPace pace;
  Time first_due = 0;        ///< of the first packet
  std::uint64_t number = 0;  ///< of the next
  Time block_wait = 0;       ///< of the last block that came; of several in an instant the longest
  Time block_came = 0;       ///< ... then
  bool rings = false;
  bool noted = false;
  bool opened = false;   ///< it asks for blocks
  bool started = false;  ///< its first packet's time is known
  Ring<Payload*> arrived;
  std::unique_ptr<Playback> playback;
  std::unique_ptr<Recording> recording;
  Counts run;     ///< since the run began ...
  Counts before;  ///< ... and until the window did
  const MediaStream given;
  const std::size_t index;
  const Time phase;

 private:
  MediaDaemon& owner_;
};

ParameterTable MediaDaemon::Config::parameters() {
  ParameterTable table;
  table.count("buffers", buffers, {2, 64}, "blocks that a stream has room for");
  table.duration("packet", file_packet, {0, second}, "the file system's work for a packet of a recorded stream");
  table.duration("byte", file_byte, {0, second}, "the file system's work for a byte of a recorded stream");
  table.flag("both_ways", both_ways, "packets of played streams are the same work for the file system");
  return table;
}

MediaDaemon::MediaDaemon(const sc_core::sc_module_name& name, const Domain& domain, const Config& config,
                         std::uint32_t endpoint, const std::vector<MediaStream>& streams, const StripedFile& files,
                         std::uint64_t seed)
    : sc_module(name),
      received("received", received_),
      send("send"),
      requests("requests"),
      done("done", done_),
      domain_(domain),
      config_(config),
      endpoint_(endpoint),
      files_(files) {
  if (files.config().block != config.block)
    throw ModelError(std::string(this->name()) + ": buffers are of " + std::to_string(config.block) +
                     " B, and blocks of files of " + std::to_string(files.config().block) + " B");
  for (const MediaStream& given : streams) {
    const auto refuse = [&](const std::string& why) {
      throw ModelError(std::string(this->name()) + ": stream " + std::to_string(given.number) + " " + why);
    };
    const bool filed = given.action == StreamAction::play || given.action == StreamAction::record;
    if (filed && given.packet > config.block) refuse("has packets that are longer than a block");
    if (given.packet == 0 || given.rate == 0) refuse("has no packets");
    const Time interval = Rate::bits_per_second(given.rate).time_of(given.packet);
    if (interval == 0) refuse("has no time between its packets");
    if (given.number >= by_number_.size()) by_number_.resize(given.number + std::size_t{1});
    if (by_number_[given.number] != nullptr) refuse("is there twice");
    SplitMix64 random = random_stream(seed, this->name(), "phase of " + std::to_string(given.number));
    const Time phase = boost::random::uniform_int_distribution<Time>(0, interval - 1)(random);
    streams_.push_back(std::make_unique<Stream>(*this, given, streams_.size(), phase));
    Stream& stream = *streams_.back();
    by_number_[given.number] = &stream;
    if (given.action == StreamAction::play)
      stream.playback = std::make_unique<Playback>(config.block, given.packet, config.buffers);
    if (given.action == StreamAction::record)
      stream.recording = std::make_unique<Recording>(config.block, config.buffers);
    if (stream.timed()) domain_.region.join(stream, Region::Rank::timer);
  }
  noted_.reserve(streams_.size());
  serving_.reserve(streams_.size());
  domain_.region.join(static_cast<Region::Update&>(*this));
}

MediaDaemon::~MediaDaemon() = default;

void MediaDaemon::start_of_simulation() {
  for (const auto& stream : streams_) {
    if (!stream->timed()) continue;
    const bool sends = stream->given.action == StreamAction::send;
    stream->started = sends;
    stream->first_due = stream->given.begin + (sends ? stream->phase : 0);
    domain_.region.schedule(*stream, stream->first_due);
  }
}

MediaDaemon::Stream& MediaDaemon::stream_of(const Payload& payload) const {
  const std::uint32_t number = tag_of(payload).stream;
  Stream* const stream = number < by_number_.size() ? by_number_[number] : nullptr;
  if (stream == nullptr)
    throw ModelError(std::string(name()) + ": stream " + std::to_string(number) + " is not of this node");
  return *stream;
}

Time MediaDaemon::work_of(const Payload& packet) const {
  const StreamAction action = stream_of(packet).given.action;
  if (action != StreamAction::record && !(action == StreamAction::play && config_.both_ways)) return 0;
  return config_.file_packet + config_.file_byte * packet.get_data_length();
}

const MediaDaemon::Counts& MediaDaemon::counts(std::size_t index) const {
  return streams_.at(index)->run;
}

MediaDaemon::Counts MediaDaemon::window_counts(std::size_t index) const {
  const Counts& run = streams_.at(index)->run;
  const Counts& before = streams_[index]->before;
  return {run.offered - before.offered, run.passed - before.passed, run.bytes - before.bytes,
          run.dropped - before.dropped};
}

MediaDaemon::Counts MediaDaemon::kept() const {
  Counts sum;
  for (const auto& stream : streams_) {
    if (!stream->keeps()) continue;
    const Counts window = window_counts(stream->index);
    sum.offered += window.offered;
    sum.passed += window.passed;
    sum.bytes += window.bytes;
    sum.dropped += window.dropped;
  }
  return sum;
}

const MediaStream& MediaDaemon::stream(std::size_t index) const {
  return streams_.at(index)->given;
}

void MediaDaemon::note(Stream& stream) {
  if (stream.noted) return;
  stream.noted = true;
  noted_.push_back(&stream);
  domain_.region.request_update(*this);
}

void MediaDaemon::take(Payload& packet, Time now) {
  Stream& stream = stream_of(packet);
  if (stream.timed())
    throw ModelError(std::string(name()) + ": a packet of stream " + std::to_string(stream.given.number) +
                     " comes, which is not received here");
  packet.acquire();
  ++stream.run.offered;
  stream.arrived.push(&packet);
  if (probes_ != nullptr) probes_->phase.event(now, Phase::begin, transaction_of(packet));
  note(stream);
}

void MediaDaemon::finish(Payload& block, Time now) {
  Stream& stream = stream_of(block);
  const Tag& tag = tag_of(block);
  if (!stream.recording && !stream.playback)
    throw ModelError(std::string(name()) + ": a block of stream " + std::to_string(tag.stream) +
                     " comes, which has no file");
  const bool failed = has_failed(block);
  if (!failed) {
    ++blocks_;
    waited_ += now - tag.issued;
  }
  under_way_.change(now, -1);
  if (stream.recording) {
    stream.recording->written();
  } else {
    if (failed)
      stream.playback->miss(tag.block);
    else if (!stream.playback->come(tag.block))
      ++late_;
    const Time wait = now - tag.issued;
    if (stream.block_came != now || wait > stream.block_wait) stream.block_wait = wait;
    stream.block_came = now;
    if (!stream.started && tag.block == 0) {
      stream.started = true;
      stream.first_due = now + stream.phase;
      domain_.region.schedule(stream, stream.first_due);
    }
  }
  note(stream);
}

void MediaDaemon::update(Time now) {
  serving_.swap(noted_);
  std::sort(serving_.begin(), serving_.end(), [](const Stream* a, const Stream* b) { return a->index < b->index; });
  for (Stream* const stream : serving_) {
    stream->noted = false;
    serve(*stream, now);
  }
  serving_.clear();
  if (probes_ != nullptr) probes_->under_way.set(now, static_cast<std::uint64_t>(under_way_.level()));
}

void MediaDaemon::serve(Stream& stream, Time now) {
  while (!stream.arrived.empty()) {
    Payload& packet = *stream.arrived.pop();
    gather(stream, packet, now);
    packet.release();
  }
  if (stream.rings) {
    stream.rings = false;
    if (stream.started)
      send_due(stream, now);
    else
      stream.opened = true;
  }
  ask(stream, now);
}

void MediaDaemon::gather(Stream& stream, Payload& packet, Time now) {
  Tag& tag = tag_of(packet);
  const bool room = !stream.recording || stream.recording->gather(packet.get_data_length());
  count(stream, packet, !room, now);
  if (stream.given.action != StreamAction::relay) return;
  tag.source = endpoint_;
  tag.destination = stream.given.destination;
  send.hand_on(packet, now);
}

void MediaDaemon::send_due(Stream& stream, Time now) {
  Message& packet = domain_.pool.allocate(0, 1);
  packet.set_data_length(stream.given.packet);
  Tag& tag = packet.tag();
  tag = Tag();
  tag.stream = stream.given.number;
  tag.sequence = stream.number++;
  tag.issued = tag.ready = now;
  tag.bytes = stream.given.packet;
  tag.source = endpoint_;
  tag.destination = stream.given.destination;
  domain_.region.schedule(stream, stream.first_due + stream.pace.due(stream.number));

  ++stream.run.offered;
  count_asked(now, stream.given.packet);
  if (probes_ != nullptr) probes_->phase.event(now, Phase::begin, transaction_of(packet));
  const bool there = !stream.playback || stream.playback->take();
  count(stream, packet, !there, now);
  if (there) send.hand_on(packet, now);
  packet.release();
}

void MediaDaemon::ask(Stream& stream, Time now) {
  if (stream.recording) {
    while (const auto block = stream.recording->write()) request(stream, tlm::TLM_WRITE_COMMAND, *block, now);
  } else if (stream.opened) {
    const std::uint64_t past = past_then(stream, now);
    while (const auto block = stream.playback->ask(past)) request(stream, tlm::TLM_READ_COMMAND, *block, now);
  }
}

std::uint64_t MediaDaemon::past_then(const Stream& stream, Time now) {
  const Time then = now + stream.block_wait;
  if (!stream.started || then < stream.first_due) return 0;
  return stream.pace.due_before(then - stream.first_due) * stream.given.packet;
}

void MediaDaemon::request(const Stream& stream, tlm::tlm_command command, std::uint64_t block, Time now) {
  const StripedFile::Place place = files_.place(stream.given.file, block);
  Message& request = domain_.pool.allocate(0, 1);
  request.set_command(command);
  request.set_data_length(command == tlm::TLM_WRITE_COMMAND ? static_cast<unsigned>(config_.block) : 0);
  Tag& tag = request.tag();
  tag = Tag();
  tag.stream = stream.given.number;
  tag.block = block;
  tag.sequence = place.disk;
  tag.offset = place.position;
  tag.issued = tag.ready = now;
  tag.bytes = static_cast<std::uint32_t>(config_.block);
  tag.source = endpoint_;
  under_way_.change(now, 1);
  requests.hand_on(request, now);
  request.release();
}

void MediaDaemon::count(Stream& stream, const Payload& packet, bool dropped, Time now) {
  const Tag& tag = tag_of(packet);
  if (dropped) {
    ++stream.run.dropped;
    ++dropped_;
    count_lost(now, packet.get_data_length());
  } else {
    ++stream.run.passed;
    stream.run.bytes += packet.get_data_length();
    if (stream.keeps()) count_arrived(now, packet.get_data_length());
  }
  fingerprint_ = mix(fingerprint_ ^ now);
  fingerprint_ = mix(fingerprint_ ^ (std::uint64_t{tag.stream} << 40 ^ tag.sequence << 1 ^ (dropped ? 1u : 0u)));
  if (probes_ == nullptr) return;
  if (dropped)
    probes_->dropped.set(now, dropped_);
  else
    probes_->phase.event(now, Phase::end, transaction_of(packet));
}

void MediaDaemon::start_window(Time now) {
  for (const auto& stream : streams_) stream->before = stream->run;
  under_way_.start_window(now);
  blocks_ = late_ = waited_ = dropped_ = 0;
}

void MediaDaemon::report(StatisticSink& sink) {
  std::uint64_t under_way = 0;
  std::uint64_t packets = 0;
  std::uint64_t bytes = 0;
  std::uint64_t offered = 0;
  for (const auto& stream : streams_) {
    const Counts& run = stream->run;
    const bool kept = !stream->recording || stream->recording->bytes() == run.bytes;
    if (run.offered != run.passed + run.dropped || !kept)
      throw ModelError(std::string(name()) + ": of " + std::to_string(run.offered) + " packets of stream " +
                       std::to_string(stream->given.number) + " " + std::to_string(run.passed) + " passed with " +
                       std::to_string(run.bytes) + " B, and " + std::to_string(run.dropped) + " were dropped");
    if (stream->playback) under_way += stream->playback->under_way();
    if (stream->recording) under_way += stream->recording->under_way();
    const Counts window = window_counts(stream->index);
    packets += window.passed;
    bytes += window.bytes;
    if (stream->timed()) offered += window.offered;
  }
  if (under_way != static_cast<std::uint64_t>(under_way_.level()))
    throw ModelError(std::string(name()) + ": buffers wait for " + std::to_string(under_way) + " blocks, and " +
                     std::to_string(under_way_.level()) + " are under way");
  StatisticSink::Part figures = sink.part(name());
  figures.count("packets", packets);
  figures.rate("throughput", bytes);
  figures.count("offered", offered);
  figures.count("kept", kept().passed);
  figures.put("kept_bytes", "B", static_cast<double>(kept().bytes));
  figures.count("dropped_file", dropped_);
  figures.count("blocks", blocks_);
  figures.count("late", late_);
  figures.mean_time("wait", waited_, blocks_);
  figures.mean("queue_depth", under_way_);
}

void MediaDaemon::report_waits(std::vector<Wait>& waits) const {
  if (under_way_.level() > 0)
    waits.push_back({name(), std::to_string(under_way_.level()) + " blocks", requests.path()});
}

void MediaDaemon::list_probes(ProbeList& list) {
  own_probes_ = std::make_unique<Probes>();
  list.add(own_probes_->phase, name(), "BEGIN: a packet is due, or comes; END: it is sent, recorded or received");
  list.add(own_probes_->under_way, name(), "queue_depth", 0xffff'ffff, "blocks that are asked for or being written");
  list.add(own_probes_->dropped, name(), "dropped", 0xffff'ffff, "packets of the window that found no block or buffer");
}

void MediaDaemon::start_trace(Time now) {
  probes_ = own_probes_.get();
  probes_->phase.clear(now);
  probes_->under_way.set(now, static_cast<std::uint64_t>(under_way_.level()));
  probes_->dropped.set(now, dropped_);
}

TypeInfo MediaDaemon::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "The daemons of a file-server node that play, record, relay, receive and send streams";
  info.source = "Voyager, sections 3.2 and 5";
  info.ports = {{"received", "hand-over", "target", "packets from the node's protocol stack"},
                {"send", "hand-over", "initiator", "packets for it"},
                {"requests", "hand-over", "initiator", "blocks that are to be read or written"},
                {"done", "hand-over", "target", "the same, once they are"},
                {"work", ProtocolStack::Application::calls, "target", "its own work on packets"}};
  info.statistics = {{"packets", "1", "packets that were played, sent, relayed, recorded or received"},
                     {"throughput", "B/s", "bytes of these packets"},
                     {"offered", "1", "packets that fell due here, to be played or sent"},
                     {"kept", "1", "packets that were recorded or received"},
                     {"kept_bytes", "B", "bytes of the packets that were recorded or received"},
                     {"dropped_file", "1", "packets that found no block when they were due, or no room in a buffer"},
                     {"blocks", "1", "blocks that came or were written"},
                     {"late", "1", "blocks that came after a packet of them had been due"},
                     {"wait", "s", "mean time from when a block is asked for until it is there or written"},
                     {"queue_depth", "1", "mean blocks that are asked for or being written"}};
  Config config;
  info.describe_parameters(config.parameters());
  return info;
}

}  // namespace isochron
