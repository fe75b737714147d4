// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/calliope/network_process.h>

#include <algorithm>

#include <isochron/core/error.h>
#include <isochron/core/split_mix.h>
#include <isochron/observe/probe_list.h>
#include <isochron/observe/statistic_sink.h>
#include <isochron/protocol/transaction.h>

namespace isochron {

namespace {
/// Where packets go on the network: the clients' station.
constexpr std::uint32_t clients_station = 1;
/// Packets that are due are counted again after this time at the latest, while packets are sent.
constexpr Time longest_uncounted = 10 * millisecond;
}  // namespace

struct NetworkProcess::Probes {
  PhaseProbe phase;
  NumberProbe late;
};

NetworkProcess::NetworkProcess(const sc_core::sc_module_name& name, const Domain& domain, const Config& config,
                               Host& host, PacketTimer& timer)
    : sc_module(name),
      buffers("buffers"),
      served("served", served_),
      packets("packets"),
      received("received", received_),
      domain_(domain),
      config_(config),
      host_(host),
      timer_(timer) {
  make_room(config.streams);
  domain_.region.join(static_cast<Region::Update&>(*this));
}

NetworkProcess::~NetworkProcess() = default;

void NetworkProcess::make_room(std::uint64_t streams) {
  streams_ = std::vector<Stream>(streams);
  due_.assign(streams, end_of_time);
  to_come_.assign(streams, end_of_time);
}

void NetworkProcess::open(std::uint32_t number, Direction direction, Time) {
  Stream& stream = streams_.at(number);
  if (stream.open) throw ModelError(std::string(name()) + ": stream " + std::to_string(number) + " is open already");
  stream.open = true;
  stream.direction = direction;
  // Buffers of the stream before may still be on their way back.
  for (std::size_t held = stream.idle.size() + stream.away; held < buffers_of_a_stream; ++held) {
    Message& buffer = domain_.pool.allocate(0, 1);
    buffer.tag() = Tag();
    buffer.tag().stream = number;
    stream.idle.push(&buffer);
  }
}

void NetworkProcess::load(std::uint32_t number, const PacketSchedule& schedule, std::uint64_t packet, Time now) {
  Stream& stream = streams_.at(number);
  if (!stream.open || stream.loaded)
    throw ModelError(std::string(name()) + ": stream " + std::to_string(number) + " cannot be loaded");
  stream.loaded = true;
  stream.announced = stream.started = false;
  ++stream.generation;
  stream.schedule = &schedule;
  stream.number = packet;
  stream.count = 0;
  stream.next = schedule.packet(packet);
  stream.block = 0;
  stream.used = 0;
  while (!stream.idle.empty()) {
    Payload& buffer = *stream.idle.pop();
    if (stream.direction == Direction::play)
      ask(number, buffer, now);
    else
      stream.blocks.push(&buffer);
  }
}

void NetworkProcess::play(std::uint32_t number, Time start, Time) {
  Stream& stream = streams_.at(number);
  stream.playing = true;
  stream.base = start - stream.next.due;
  stream.to_come = stream.next;
  stream.to_come_number = stream.number;
  if (stream.direction == Direction::play) to_come_[number] = start;
  note_due(number);
  domain_.region.request_update(*this);
}

void NetworkProcess::halt(std::uint32_t number, Time now) {
  Stream& stream = streams_.at(number);
  if (to_come_[number] != end_of_time) {
    count_due(now);
    // Nobody waits for these any more.
    for (; stream.number < stream.to_come_number; ++stream.number)
      count_arrived(now, stream.schedule->packet(stream.number).bytes);
    to_come_[number] = end_of_time;
  }
  stream.loaded = stream.playing = false;
  due_[number] = end_of_time;
  if (stream.direction == Direction::play && !stream.blocks.empty())
    dropped_ += config_.block * stream.blocks.size() - stream.used;
  stream.used = 0;
  while (!stream.blocks.empty()) stream.idle.push(stream.blocks.pop());
}

void NetworkProcess::close(std::uint32_t number, Time now) {
  Stream& stream = streams_.at(number);
  if (stream.loaded) halt(number, now);
  stream.open = false;
  while (!stream.idle.empty()) stream.idle.pop()->release();
}

void NetworkProcess::ask(std::uint32_t number, Payload& buffer, Time now) {
  Stream& stream = streams_[number];
  Tag& tag = tag_of(buffer);
  tag.block = stream.block++;
  tag.source = stream.generation;
  tag.issued = now;
  const bool reads = stream.direction == Direction::play;
  buffer.set_command(reads ? tlm::TLM_READ_COMMAND : tlm::TLM_WRITE_COMMAND);
  if (reads) buffer.set_data_length(0);
  ++stream.away;
  buffers.hand_on(buffer, now);
}

void NetworkProcess::serve(Payload& buffer, Time now) {
  const Tag& tag = tag_of(buffer);
  Stream& stream = streams_[tag.stream];
  --stream.away;
  const std::uint64_t bytes = buffer.get_data_length();
  if (buffer.is_read()) read_ += bytes;
  const bool current = stream.loaded && tag.source == stream.generation && bytes > 0;
  if (!current || !buffer.is_read()) {
    if (buffer.is_read()) dropped_ += bytes;
    give_back(stream, buffer);
    return;
  }
  stream.blocks.push(&buffer);
  if (!stream.announced) {
    stream.announced = true;
    listener_->loaded(tag.stream, now);
  }
  if (stream.playing && stream.blocks.size() == 1) {
    note_due(tag.stream);
    if (due_[tag.stream] < now) ++without_data_;
    domain_.region.request_update(*this);
  }
}

void NetworkProcess::give_back(Stream& stream, Payload& buffer) {
  const Time now = domain_.region.now();
  const std::uint32_t number = tag_of(buffer).stream;
  if (!stream.open) {
    buffer.release();
  } else if (!stream.loaded) {
    stream.idle.push(&buffer);
  } else if (stream.direction == Direction::play) {
    ask(number, buffer, now);  // for a stream that has been loaded anew meanwhile
  } else {
    stream.blocks.push(&buffer);
  }
}

void NetworkProcess::note_due(std::uint32_t number) {
  const Stream& stream = streams_[number];
  const bool ready = stream.playing && stream.direction == Direction::play && !stream.blocks.empty();
  due_[number] = ready ? stream.base + stream.next.due : end_of_time;
}

void NetworkProcess::receive(Payload& packet, Time) {
  packet.acquire();
  arrived_.push(&packet);
  awake_ = true;  // by the interface's interrupt
  domain_.region.request_update(*this);
}

void NetworkProcess::woken(Time) {
  awake_ = true;
  domain_.region.request_update(*this);
}

void NetworkProcess::count_due(Time now) {
  if (!counts()) return;
  counted_at_ = now;
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < streams_.size(); ++i) {
    while (to_come_[i] <= now) {
      Stream& stream = streams_[i];
      bytes += stream.to_come.bytes;
      stream.to_come = stream.schedule->packet(++stream.to_come_number);
      to_come_[i] = stream.base + stream.to_come.due;
    }
  }
  if (bytes > 0) count_asked(now, bytes);
}

void NetworkProcess::update(Time now) {
  if (working_) return;
  if (!arrived_.empty()) {
    gathering_ = arrived_.pop();
    working_ = true;
    host_.run(*this, Host::Kind::other, host_.config().packet_work(gathering_->get_data_length(), true), 0, now);
    return;
  }
  const auto first = std::min_element(due_.begin(), due_.end());
  if (first == due_.end() || *first == end_of_time) {
    awake_ = false;
    return;
  }
  if (!awake_ || *first > now) {
    awake_ = false;
    timer_.sleep_until(*first, *this, now);
    return;
  }
  sending_ = static_cast<std::uint32_t>(first - due_.begin());
  sending_generation_ = streams_[sending_].generation;
  working_ = true;
  const std::uint32_t bytes = streams_[sending_].next.bytes;
  if (probes_ != nullptr)
    probes_->phase.event(now, Phase::begin, {streams_[sending_].count, sending_, 0, bytes, false});
  host_.run(*this, Host::Kind::send, host_.config().packet_work(bytes, true), sending_, now);
}

void NetworkProcess::done(Time now) {
  working_ = false;
  if (gathering_ != nullptr) {
    Payload& packet = *gathering_;
    gathering_ = nullptr;
    gather(packet, now);
    packet.release();
  } else if (streams_[sending_].playing && streams_[sending_].generation == sending_generation_) {
    // Else it was halted while the host worked on it.
    send(sending_, now);
  }
  domain_.region.request_update(*this);
}

void NetworkProcess::send(std::uint32_t number, Time now) {
  Stream& stream = streams_[number];
  const Time due = stream.base + stream.next.due;
  const std::uint32_t bytes = stream.next.bytes;
  const Time late = now - due;
  lateness_.add(late);
  ++sent_;
  if (late <= 50 * millisecond) ++within_50ms_;
  if (late <= 150 * millisecond) ++within_150ms_;
  out_ += bytes;
  stream.used += bytes;
  if (stream.number == stream.to_come_number || now - counted_at_ >= longest_uncounted) count_due(now);
  count_arrived(now, bytes);

  Message& packet = domain_.pool.allocate(0, 1);
  packet.set_data_length(bytes);
  Tag& tag = packet.tag();
  tag = Tag();
  tag.stream = number;
  tag.source = stream.generation;
  tag.sequence = stream.count++;
  tag.issued = due;
  tag.ready = now;
  tag.bytes = bytes;
  tag.destination = clients_station;
  record_fingerprint(number, tag.sequence, now);
  if (probes_ != nullptr) {
    probes_->phase.event(now, Phase::end, transaction_of(packet));
    probes_->late.set(now, late / microsecond);
  }
  take_next_packet(number);
  packets.hand_on(packet, now);
  packet.release();
  if (!stream.started) {
    stream.started = true;
    listener_->started(number, now);
  }
}

void NetworkProcess::take_next_packet(std::uint32_t number) {
  Stream& stream = streams_[number];
  ++stream.number;
  stream.next = stream.number == stream.to_come_number ? stream.to_come : stream.schedule->packet(stream.number);
  if (stream.used + stream.next.bytes > config_.block) {
    dropped_ += config_.block - stream.used;
    stream.used = 0;
    ask(number, *stream.blocks.pop(), domain_.region.now());
  }
  note_due(number);
}

void NetworkProcess::gather(Payload& packet, Time now) {
  const Tag& tag = tag_of(packet);
  Stream& stream = streams_[tag.stream];
  if (!stream.playing || stream.direction != Direction::record || tag.source != stream.generation) return;
  const std::uint64_t bytes = packet.get_data_length();
  if (!stream.blocks.empty() && stream.used + bytes > config_.block) {
    Payload& full = *stream.blocks.pop();
    full.set_data_length(static_cast<unsigned>(config_.block));
    stream.used = 0;
    ask(tag.stream, full, now);
  }
  if (stream.blocks.empty()) {
    ++lost_;
    return;
  }
  stream.used += bytes;
  recorded_ += bytes;
  record_fingerprint(tag.stream, tag.sequence, now);
  if (!stream.started) {
    stream.started = true;
    listener_->started(tag.stream, now);
  }
}

void NetworkProcess::record_fingerprint(std::uint32_t stream, std::uint64_t number, Time now) {
  fingerprint_ = mix(fingerprint_ ^ now);
  fingerprint_ = mix(fingerprint_ ^ (std::uint64_t{stream} << 40 ^ number));
}

Statistics<NetworkProcess> NetworkProcess::statistics() {
  Statistics<NetworkProcess> table;
  table.count("packets", &NetworkProcess::sent_, "packets that were sent");
  table.count("within_50ms", &NetworkProcess::within_50ms_, "of these, no later than 50 ms after they were due");
  table.count("within_150ms", &NetworkProcess::within_150ms_, "the same within 150 ms");
  table.rate("recorded", &NetworkProcess::recorded_, "bytes of packets that are recorded");
  table.count("without_data", &NetworkProcess::without_data_, "packets that were due before their block was read");
  table.count("lost", &NetworkProcess::lost_, "packets of recordings for which there was no buffer");
  table.distribution("lateness", &NetworkProcess::lateness_,
                     "from when a packet was due until it was sent; a distribution");
  return table;
}

void NetworkProcess::report(StatisticSink& sink) {
  std::uint64_t held = 0;
  for (const Stream& stream : streams_)
    if (stream.direction == Direction::play && !stream.blocks.empty())
      held += config_.block * stream.blocks.size() - stream.used;
  if (read_ != out_ + dropped_ + held)
    throw ModelError(std::string(name()) + ": of " + std::to_string(read_) + " B read " + std::to_string(out_) +
                     " B were sent, " + std::to_string(dropped_) + " B dropped and " + std::to_string(held) +
                     " B are in buffers");
  WithStatistics::report(sink);
}

void NetworkProcess::list_probes(ProbeList& list) {
  own_probes_ = std::make_unique<Probes>();
  list.add(own_probes_->phase, name(), "BEGIN: a packet is taken up; END: it is sent");
  list.add(own_probes_->late, name(), "late", 0xffffffff,
           "microseconds that the last packet was sent after it was due");
}

void NetworkProcess::start_trace(Time now) {
  probes_ = own_probes_.get();
  probes_->phase.clear(now);
  probes_->late.set(now, 0);
}

TypeInfo NetworkProcess::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "The process of a storage unit that sends packets by their schedules, from two buffers a stream";
  info.source = "Calliope, sections 2.2.1 and 2.3";
  info.ports = {{"buffers", "hand-over", "initiator", "buffers to be filled with a block, or to be written"},
                {"served", "hand-over", "target", "the same, once they are"},
                {"packets", "hand-over", "initiator", "packets that are sent"},
                {"received", "hand-over", "target", "packets of recordings"},
                {"host", Host::calls, "initiator", "the host that it runs on"},
                {"timer", PacketTimer::calls, "initiator", "the timer that wakes it"},
                {"streams", calls, "target", "the process that begins and ends streams"}};
  info.statistics = statistics().infos();
  return info;
}

}  // namespace isochron
