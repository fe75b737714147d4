// SPDX-License-Identifier: Apache-2.0
#include <isochron/dma/block_mover/tlm_mover_core.h>

#include <algorithm>
#include <cstring>

#include <isochron/dma/block_mover/block_mover_module.h>

namespace isochron {

using block_mover::Move;
using block_mover::MoveError;
using block_mover::Operation;

namespace {

constexpr unsigned lanes = MoveSide::lanes;
/// A quarter of the buffer may be in use when a read burst is made.
constexpr std::uint64_t room_words = BlockMoverModule::buffer_words / 4;
constexpr unsigned outstanding = BlockMoverModule::outstanding;
/// Bursts of a destination that are cut ahead of their beats.
constexpr std::size_t cut_ahead = 16;

// Edges between what happens outside and inside, as the Verilog's registers make them.
constexpr unsigned command_to_address = 1;  ///< from a command's edge to its first address
constexpr unsigned address_to_pattern = 1;  ///< from where the address of a FILL's burst would stand to its first word
constexpr unsigned word_to_other_port = 2;  ///< from a port's last word to the first address of another
constexpr unsigned word_to_taken = 2;       ///< from a word's edge on a port to where it leaves the buffer
constexpr unsigned taken_to_beat = 1;
constexpr unsigned source_to_source = 2;  ///< of an XOR: its first beat is looked up before a source begins
constexpr unsigned request_to_room = 2;   ///< from a request to where its words take up room for others
constexpr unsigned answer_to_beat = 2;    ///< from an answer to the first beat of a burst that waited for it
constexpr unsigned answer_to_done = 1;
constexpr unsigned bad_to_done = 6;
constexpr unsigned killed_to_done = 3;

const unsigned stream_port = static_cast<unsigned>(block_mover::Port::stream);
constexpr unsigned pattern_port = 3;

MoveError read_error(const Payload& payload) {
  return payload.get_response_status() == tlm::TLM_ADDRESS_ERROR_RESPONSE ? MoveError::read_decerr
                                                                          : MoveError::read_slverr;
}
MoveError write_error(const Payload& payload) {
  return payload.get_response_status() == tlm::TLM_ADDRESS_ERROR_RESPONSE ? MoveError::write_decerr
                                                                          : MoveError::write_slverr;
}

}  // namespace

struct TlmMoverCore::Job : std::enable_shared_from_this<Job> {
  Move move;
  bool direct = false;
  MoveSide source;
  MoveSide destination;
  std::optional<MoveBurst> next_read;  ///< cut and not yet requested
  bool source_begun = false;
  bool reads_made = false;
  bool killed = false;
  bool done = false;
  MoveError error = MoveError::none;
  unsigned arriving = 0;    ///< its bursts in arrivals_
  unsigned departing = 0;   ///< its bursts begun and not answered
  bool written = false;     ///< the last beat has its edge
  bool words_over = false;  ///< of the stream: no more are taken
  bool is_short = false;
  bool is_long = false;
  bool streamed = false;  ///< something went out on the stream
  std::uint32_t bytes = 0;
  /// What the sources of an XOR so far make of the segment at hand.
  std::vector<std::uint8_t> gathered = std::vector<std::uint8_t>(MoveSide::chunk);

  bool is_pattern() const { return move.operation == Operation::fill; }
  unsigned from() const { return is_pattern() ? pattern_port : static_cast<unsigned>(move.source_port); }
  unsigned to() const { return static_cast<unsigned>(move.destination_port); }
};

struct TlmMoverCore::Arrival {
  Job* job = nullptr;
  MoveBurst burst;
  unsigned port = 0;
  bool here = false;
  MoveError error = MoveError::none;
  Tick first = 0;  ///< edge of its first word
  std::vector<std::uint8_t> data;
  unsigned used = 0;   ///< bytes that went on
  unsigned words = 0;  ///< that it has room for
  bool is_final = false;
  bool packet_over = false;  ///< its last byte is the packet's and not the move's, or the last before a hole
  Tick requested = 0;
};

struct TlmMoverCore::Departure {
  Job* job = nullptr;
  MoveBurst burst;
  bool begun = false;
  bool last = false;      ///< of its move
  bool void_ = false;     ///< its move was given up: what it writes does not count
  std::uint64_t how = 0;  ///< it ends on the stream
  std::vector<std::uint8_t> data;
  Tick tick = 0;  ///< of its last beat
};

TlmMoverCore::TlmMoverCore(const Domain& domain, TickCalls& calls, Host& host)
    : calls_(calls), host_(host), stream_in_("stream_in", domain, *this) {
  const char* const read_names[] = {"read_a", "read_b"};
  const char* const write_names[] = {"write_a", "write_b", "stream_out"};
  for (unsigned port = 0; port < reads_.size(); ++port)
    reads_[port] = std::make_unique<OrderedPort>(
        read_names[port], domain, calls, [this](Message& message) { read_answered(message); },
        [this] { make_reads(); });
  for (unsigned port = 0; port < writes_.size(); ++port)
    writes_[port] = std::make_unique<OrderedPort>(
        write_names[port], domain, calls, [this, port](Message& message) { write_answered(port, &message); },
        [this] { send_writes(); });
}

TlmMoverCore::~TlmMoverCore() = default;

// ----------------------------------------------------------------------------------------------------------- commands

bool TlmMoverCore::may_accept() const {
  return reader_ == nullptr && calls_.now() >= reader_free_ && jobs_.size() < BlockMoverModule::commands;
}

void TlmMoverCore::accept(const Move& move, bool direct, Tick now) {
  jobs_.push_back(std::make_shared<Job>());
  Job& job = *jobs_.back();
  job.move = move;
  job.direct = direct;
  if (MoveSide::is_bad(move)) {
    job.reads_made = job.killed = true;
    job.error = MoveError::bad_command;
    calls_.at(now + bad_to_done, [this, kept = job.shared_from_this()] { check_over(*kept); });
    return;
  }
  job.source = MoveSide::source_of(move);
  job.destination = MoveSide::destination_of(move);
  reader_ = &job;
  next_read_ = std::max(next_read_, now + command_to_address);
  make_reads();
}

std::optional<TlmMoverCore::Status> TlmMoverCore::take_done() {
  if (jobs_.empty() || !jobs_.front()->done) return std::nullopt;
  const Job& job = *jobs_.front();
  const bool well = job.error == MoveError::none;
  const Status status{{job.move.tag, job.error, job.bytes, well && job.is_short, well && job.is_long}, job.direct};
  jobs_.pop_front();
  return status;
}

// ------------------------------------------------------------------------------------------------------------ reading

bool TlmMoverCore::may_read(const MoveBurst&) const {
  const unsigned from = reader_->from();
  if (bursts_in_use_ >= outstanding || words_in_use_ >= room_words) return false;
  // A pattern is a port of its own, and another pattern another port.
  const bool stays = from == read_port_ && (from != pattern_port || reader_->source_begun);
  if (!stays && (words_awaited_ > 0 || calls_.now() < last_word_ + word_to_other_port)) return false;
  return from == pattern_port || from == stream_port ||
         (reads_[from]->free() && reads_[from]->under_way() < outstanding);
}

void TlmMoverCore::make_reads() {
  if (reader_ == nullptr) return;
  Job& job = *reader_;
  const Tick now = calls_.now();
  if (now < next_read_) {
    if (read_call_) return;
    read_call_ = true;
    calls_.at(next_read_, [this] {
      read_call_ = false;
      make_reads();
    });
    return;
  }
  if (!job.next_read && !job.source.done()) job.next_read = job.source.next();
  if (job.next_read) {
    if (job.next_read->beyond) {
      kill(job, MoveError::bad_command, now);
      return;
    }
    if (!cut_up_to(job, job.next_read->position) || !may_read(*job.next_read)) return;
    request(*job.next_read);
    job.next_read.reset();
    next_read_ = now + 1;
    if (!job.source.done()) {
      make_reads();
      return;
    }
  }
  if (!cut_up_to(job, ~std::uint64_t{0})) return;
  job.reads_made = true;
  reader_ = nullptr;
  reader_free_ = std::max(now + 1, next_cut_);
  calls_.at(reader_free_, [this] { host_.core_may_accept(); });
}

bool TlmMoverCore::cut_up_to(Job& job, std::uint64_t position) {
  // The destination's bursts are cut together with the source's, some ahead of the beats.
  while (!job.destination.done() &&
         (cut_.empty() || cut_.back().job != &job || cut_.back().burst.position < position)) {
    if (cut_.size() >= cut_ahead) return false;
    Departure departure;
    departure.job = &job;
    departure.burst = job.destination.next();
    next_cut_ = std::max(next_cut_, calls_.now()) + 1;
    departure.last = job.destination.done();
    departure.data.reserve(departure.burst.bytes);
    cut_.push_back(std::move(departure));
  }
  return true;
}

void TlmMoverCore::request(const MoveBurst& burst) {
  Job& job = *reader_;
  arrivals_.emplace_back();
  Arrival& arrival = arrivals_.back();
  arrival.job = &job;
  arrival.burst = burst;
  arrival.port = job.from();
  ++job.arriving;
  ++bursts_in_use_;
  job.source_begun = true;
  read_port_ = job.from();
  ++words_awaited_;
  calls_.at(calls_.now() + request_to_room, [this, words = burst.beats] { words_in_use_ += words; });
  arrival.requested = calls_.now();
  arrival.words = burst.beats;
  arrival.is_final = job.source.done();
  if (job.is_pattern()) {
    arrival.data.resize(burst.bytes);
    for (unsigned i = 0; i < burst.bytes; ++i)
      arrival.data[i] = static_cast<std::uint8_t>(job.move.source >> 8 * (i % 4));
    const Tick first = std::max(calls_.now() + address_to_pattern, last_word_ + 1);
    last_word_ = first + burst.beats - 1;
    calls_.at(last_word_, [this] { words_have_come(); });
    arrived(arrival, first);
    return;
  }
  if (job.from() == stream_port) {
    take_stream();
    return;
  }
  OrderedPort& port = *reads_[job.from()];
  Message& message = port.allocate(burst.address - burst.lane, burst.beats * lanes);
  message.set_command(tlm::TLM_READ_COMMAND);
  port.issue(message);
}

void TlmMoverCore::read_answered(Message& message) {
  const auto waits = std::find_if(arrivals_.begin(), arrivals_.end(),
                                  [](const Arrival& arrival) { return !arrival.here && arrival.port != pattern_port; });
  Arrival& arrival = *waits;
  const unsigned char* const data = message.get_data_ptr() + arrival.burst.lane;
  arrival.data.assign(data, data + arrival.burst.bytes);
  if (message.is_response_error()) arrival.error = read_error(message);
  const Tick first = std::max(calls_.seen(calls_.region().now()), last_word_ + 1);
  last_word_ = first + arrival.burst.beats - 1;
  OrderedPort& port = *reads_[arrival.port];
  calls_.at(last_word_, [this, &port] {
    port.finish();
    words_have_come();
  });
  arrived(arrival, first);
}

void TlmMoverCore::arrived(Arrival& arrival, Tick first) {
  arrival.here = true;
  arrival.first = first;
  carry();
}

void TlmMoverCore::words_have_come() {
  --words_awaited_;
  // A port may be left once its words have come.
  calls_.at(calls_.now() + word_to_other_port, [this] { make_reads(); });
}

void TlmMoverCore::words_taken(unsigned words) {
  --bursts_in_use_;
  words_in_use_ -= words;
  make_reads();
}

// --------------------------------------------------------------------------------------------------------- stream in

void TlmMoverCore::on_request(AtTargetBase&, Payload& payload, Time) {
  if (!payload.is_write() || payload.get_data_length() == 0) {
    payload.set_response_status(payload.is_write() ? tlm::TLM_BURST_ERROR_RESPONSE : tlm::TLM_COMMAND_ERROR_RESPONSE);
    stream_in_.ready(payload);
    return;
  }
  packets_.push(&payload);
  if (packets_.size() < 2)
    stream_in_.accept(payload);
  else
    withheld_ = &payload;
  calls_.at(calls_.seen(calls_.region().now()), [this] { take_stream(); });
}

void TlmMoverCore::take_stream() {
  while (!packets_.empty()) {
    Payload& packet = *packets_.front();
    const unsigned length = packet.get_data_length();
    if (draining_) {
      drained_ =
          std::max({calls_.now() + 1, drained_ + 1, last_word_ + 1}) + (length - packet_used_ + lanes - 1) / lanes - 1;
      taken(packet, drained_);
      continue;
    }
    const auto waits =
        std::find_if(arrivals_.begin(), arrivals_.end(), [](const Arrival& arrival) { return !arrival.here; });
    if (waits == arrivals_.end() || waits->port != stream_port) return;
    Arrival& arrival = *waits;
    Job& job = *arrival.job;
    packet_job_ = &job;
    const bool is_last = (packet.get_address() & BlockMoverModule::stream_ends) != 0;
    const bool is_empty = (packet.get_address() & BlockMoverModule::stream_is_empty) != 0;
    const unsigned bytes =
        is_empty ? 0
                 : std::min(arrival.burst.bytes - static_cast<unsigned>(arrival.data.size()), length - packet_used_);
    const unsigned char* const data = packet.get_data_ptr() + packet_used_;
    arrival.data.insert(arrival.data.end(), data, data + bytes);
    packet_used_ = is_empty ? length : packet_used_ + bytes;
    const bool complete = arrival.data.size() == arrival.burst.bytes;
    // What is behind a segment in its last beat counts for nothing, but behind the move's.
    if (complete && !arrival.is_final) packet_used_ = std::min(length, (packet_used_ + lanes - 1) / lanes * lanes);
    last_word_ =
        std::max({calls_.now() + 1, last_word_ + 1, drained_ + 1}) + std::max((bytes + lanes - 1) / lanes, 1u) - 1;
    const bool over = packet_used_ == length;
    if (over) taken(packet, last_word_);
    const bool is_short = over && is_last && !(complete && arrival.is_final);
    const bool is_hole = over && !is_last && !complete && arrival.data.size() % lanes != 0;
    if (!complete && !is_short && !is_hole) continue;
    if (is_short || is_hole) {
      job.is_short = is_short;
      arrival.packet_over = true;
      arrival.burst.bytes = static_cast<unsigned>(arrival.data.size());
      if (is_hole) arrival.burst.bytes = arrival.burst.bytes / lanes * lanes;  // the beat with the hole is not written
      arrival.burst.beats = std::max((arrival.burst.lane + arrival.burst.bytes + lanes - 1) / lanes, 1u);
      calls_.at(last_word_, [this] { words_have_come(); });
      arrival.here = true;
      arrival.first = last_word_ + 1 - arrival.burst.beats;
      give_up_words(job);
      carry();
      continue;
    }
    if (arrival.is_final) {
      job.words_over = true;
      job.is_long = !(over && is_last);
      draining_ = job.is_long;
    }
    calls_.at(last_word_, [this] { words_have_come(); });
    arrived(arrival, last_word_ + 1 - arrival.burst.beats);
  }
}

void TlmMoverCore::taken(Payload& packet, Tick tick) {
  packets_.pop();
  packet_used_ = 0;
  if ((packet.get_address() & BlockMoverModule::stream_ends) != 0) {
    packet_job_ = nullptr;
    draining_ = false;
  }
  calls_.at(tick, [this, &packet] {
    packet.set_response_status(tlm::TLM_OK_RESPONSE);
    if (withheld_ == &packet) withheld_ = nullptr;
    stream_in_.ready(packet);
    if (withheld_ == nullptr) return;
    Payload& next = *withheld_;
    withheld_ = nullptr;
    stream_in_.accept(next);
  });
}

/// What a move still wants of the stream is not waited for, and the rest of its packet is thrown away.
void TlmMoverCore::give_up_words(Job& job) {
  if (job.from() != stream_port || job.words_over) return;
  job.words_over = true;
  if (reader_ == &job) {
    reader_ = nullptr;
    job.reads_made = true;
    calls_.at(calls_.now() + killed_to_done, [this] { host_.core_may_accept(); });
  }
  if (packet_job_ == &job) draining_ = true;
  for (Arrival& arrival : arrivals_) {
    if (arrival.job != &job || arrival.here) continue;
    last_word_ = std::max(calls_.now() + 1, last_word_ + 1);
    arrival.here = true;
    arrival.first = last_word_;
    arrival.data.clear();
    arrival.burst.bytes = 0;
    arrival.burst.beats = 1;
    calls_.at(last_word_, [this] { words_have_come(); });
  }
  calls_.at(calls_.now() + 1, [this] {
    carry();
    take_stream();
  });
}

// ------------------------------------------------------------------------------------------------ from words to beats

void TlmMoverCore::carry() {
  while (!arrivals_.empty() && arrivals_.front().here) {
    Arrival& arrival = arrivals_.front();
    Job& job = *arrival.job;
    if (!job.killed && arrival.error != MoveError::none)
      kill(job, arrival.error, std::max(taken_ + 1, arrival.first + word_to_taken));
    if (job.killed)
      taken_ = std::max(taken_ + 1, arrival.first + arrival.burst.beats - 1 + word_to_taken);
    else if (!carry(arrival))
      return;
    if (!job.killed && arrival.packet_over) {
      if (job.is_short)
        end_of_packet(job, taken_);
      else
        kill(job, MoveError::hole, taken_);
    }
    const unsigned words = arrival.words;
    arrivals_.pop_front();
    calls_.at(taken_, [this, words, kept = job.shared_from_this()] {
      --kept->arriving;
      words_taken(words);
      check_over(*kept);
    });
  }
}

bool TlmMoverCore::may_begin(const Departure& departure) const {
  // One burst's last beat may wait for the bus while the next one's come; each waits for a place among the unanswered.
  if (unanswered_ >= outstanding || scheduled_.size() >= 2) return false;
  return departure.job->to() == write_port_ || unanswered_ == 0;
}

bool TlmMoverCore::carry(Arrival& arrival) {
  const Job& job = *arrival.job;
  const unsigned words_before_burst = arrival.burst.lane;
  while (arrival.used < arrival.burst.bytes) {
    const unsigned word = (words_before_burst + arrival.used) / lanes;
    if (job.move.operation == Operation::combine && arrival.used == 0 &&
        arrival.burst.position == arrival.burst.segment)
      taken_ = std::max(taken_, arrival.requested + word_to_taken) + source_to_source;
    if (arrival.burst.waits) {
      combine(arrival);
      const unsigned last = arrival.burst.beats - 1;
      taken_ = std::max(taken_ + last + 1 - word, arrival.first + last + word_to_taken);
      arrival.used = arrival.burst.bytes;
      return true;
    }
    if (cut_.empty()) return false;
    Departure& departure = cut_.front();
    if (!departure.begun) {
      if (!may_begin(departure)) {
        blocked_ = true;
        return false;
      }
      if (blocked_) {
        blocked_ = false;
        taken_ = std::max(taken_, calls_.now());
        beat_ = std::max(beat_, calls_.now() + answer_to_beat - 1);
      }
      departure.begun = true;
      write_port_ = departure.job->to();
      ++unanswered_;
      ++departure.job->departing;
    }
    const unsigned filled = static_cast<unsigned>(departure.data.size());
    const unsigned bytes = std::min(arrival.burst.bytes - arrival.used, departure.burst.bytes - filled);
    // The words that these bytes are the first to use, and the beats that they complete.
    const unsigned last_word = (words_before_burst + arrival.used + bytes - 1) / lanes;
    const bool held = arrival.used > 0 && (words_before_burst + arrival.used) % lanes != 0;
    taken_ = std::max(taken_ + last_word - word + (held ? 0 : 1), arrival.first + last_word + word_to_taken);
    const bool complete = filled + bytes == departure.burst.bytes;
    const unsigned beats_before = (departure.burst.lane + filled) / lanes;
    const unsigned beats_now = complete ? departure.burst.beats : (departure.burst.lane + filled + bytes) / lanes;
    if (beats_now > beats_before) beat_ = std::max(beat_ + beats_now - beats_before, taken_ + taken_to_beat);

    const std::uint8_t* const data = arrival.data.data() + arrival.used;
    departure.data.insert(departure.data.end(), data, data + bytes);
    if (arrival.burst.combines)
      for (unsigned i = 0; i < bytes; ++i)
        departure.data[filled + i] ^= job.gathered[arrival.burst.position - arrival.burst.segment + arrival.used + i];
    arrival.used += bytes;
    if (!complete) continue;
    Departure whole = std::move(departure);
    cut_.pop_front();
    if (whole.last) whole.job->written = true;
    schedule(std::move(whole), beat_);
    if (reader_ != nullptr) calls_.at(calls_.now() + 1, [this] { make_reads(); });
  }
  return true;
}

void TlmMoverCore::combine(Arrival& arrival) {
  const std::uint64_t at = arrival.burst.position - arrival.burst.segment;
  for (unsigned i = 0; i < arrival.burst.bytes; ++i) {
    std::uint8_t& byte = arrival.job->gathered[at + i];
    byte = static_cast<std::uint8_t>((arrival.burst.combines ? byte : 0) ^ arrival.data[i]);
  }
}

void TlmMoverCore::schedule(Departure departure, Tick tick) {
  departure.tick = tick;
  scheduled_.push_back(std::move(departure));
  calls_.at(tick, [this] { send_writes(); });
}

// ------------------------------------------------------------------------------------------------------------ writing

void TlmMoverCore::send_writes() {
  while (!scheduled_.empty()) {
    Departure& next = scheduled_.front();
    const Tick now = calls_.now();
    const Tick due = std::max(next.tick, last_send_ == 0 ? 0 : last_send_ + std::min(next.burst.beats, 1u));
    if (now < due) {
      if (due > next.tick) calls_.at(due, [this] { send_writes(); });
      return;
    }
    const unsigned to = next.job->to();
    OrderedPort& port = *writes_[to];
    if (!port.free() || port.under_way() >= outstanding) return;
    if (now > next.tick) beat_ = std::max(beat_, now - 1);
    last_send_ = now;
    Departure departure = std::move(next);
    scheduled_.pop_front();
    if (departure.data.empty()) {
      if (to != stream_port || departure.how == 0) {
        burst_answered(departure, MoveError::none);
        continue;
      }
      departure.how |= BlockMoverModule::stream_is_empty;
      departure.data.push_back(0);
    }
    const auto bytes = static_cast<unsigned>(departure.data.size());
    if (departure.last && departure.how == 0) departure.how = BlockMoverModule::stream_ends;
    Message& message = port.allocate(to == stream_port ? departure.how : departure.burst.address, bytes);
    std::memcpy(message.get_data_ptr(), departure.data.data(), bytes);
    if (to == stream_port) departure.job->streamed = true;
    sent_[to].push_back(std::move(departure));
    port.issue(message);
    if (to == stream_port) {
      // A stream's answer is that its last beat was taken, and that is now.
      const Departure streamed = sent_[to].back();
      calls_.at(now, [this, streamed] { burst_answered(streamed, MoveError::none); });
    }
    carry();
  }
}

void TlmMoverCore::write_answered(unsigned port, Message* message) {
  const MoveError error = message->is_response_error() ? write_error(*message) : MoveError::none;
  calls_.at(calls_.seen(calls_.region().now()), [this, port, error] {
    const Departure departure = std::move(sent_[port].front());
    sent_[port].pop_front();
    writes_[port]->finish();
    if (port != stream_port) burst_answered(departure, error);
    send_writes();
  });
}

void TlmMoverCore::burst_answered(const Departure& departure, MoveError error) {
  Job& job = *departure.job;
  const Tick now = calls_.now();
  --unanswered_;
  --job.departing;
  if (error == MoveError::none) {
    if (!departure.void_) job.bytes += departure.burst.bytes;
  } else if (!job.written && !job.killed) {
    kill(job, error, now);
  } else if (job.error == MoveError::none) {
    job.error = error;
  }
  check_over(job);
  carry();
}

// --------------------------------------------------------------------------------------------------------------- ends

void TlmMoverCore::kill(Job& job, MoveError error, Tick tick) {
  job.killed = true;
  if (job.error == MoveError::none) job.error = error;
  if (reader_ == &job) {
    reader_ = nullptr;
    calls_.at(tick + killed_to_done, [this] { host_.core_may_accept(); });
  }
  job.reads_made = true;
  give_up_words(job);
  // A burst that has begun ends without strobes; of its bytes those in whole beats are written.
  for (auto departure = cut_.begin(); departure != cut_.end();) {
    if (departure->job != &job) {
      ++departure;
      continue;
    }
    Departure begun = std::move(*departure);
    departure = cut_.erase(departure);
    if (!begun.begun) continue;
    const unsigned lane = begun.burst.lane;
    const unsigned beats = (lane + static_cast<unsigned>(begun.data.size())) / lanes;
    begun.data.resize(beats > 0 ? beats * lanes - lane : 0);
    begun.void_ = true;
    if (job.to() == stream_port) {
      beat_ = std::max(beat_, tick) + 1;
      if (!begun.data.empty() || job.streamed)
        begun.how = BlockMoverModule::stream_ends | BlockMoverModule::stream_is_killed;
      job.streamed = false;
    } else {
      beat_ = std::max(beat_, tick) + begun.burst.beats - beats;
    }
    schedule(std::move(begun), beat_);
  }
  end_stream_out(job, tick, BlockMoverModule::stream_ends | BlockMoverModule::stream_is_killed);
  calls_.at(tick + killed_to_done, [this, kept = job.shared_from_this()] { check_over(*kept); });
}

/// A short packet: what of it is in the burst at hand is written, and the move ends.
void TlmMoverCore::end_of_packet(Job& job, Tick tick) {
  job.killed = true;
  for (auto departure = cut_.begin(); departure != cut_.end();) {
    if (departure->job != &job) {
      ++departure;
      continue;
    }
    Departure begun = std::move(*departure);
    departure = cut_.erase(departure);
    if (!begun.begun) continue;
    begun.burst.bytes = static_cast<unsigned>(begun.data.size());
    begun.void_ = begun.data.empty();
    begun.how = BlockMoverModule::stream_ends;
    job.streamed = false;
    beat_ = std::max(beat_ + 1, tick);
    schedule(std::move(begun), beat_);
  }
  end_stream_out(job, tick, BlockMoverModule::stream_ends);
  calls_.at(tick + killed_to_done, [this, kept = job.shared_from_this()] { check_over(*kept); });
}

/// The end of a packet out whose bytes are all gone.
void TlmMoverCore::end_stream_out(Job& job, Tick tick, std::uint64_t how) {
  if (!job.streamed) return;
  job.streamed = false;
  Departure end;
  end.job = &job;
  end.begun = true;
  end.void_ = true;
  end.how = how;
  ++unanswered_;
  ++job.departing;
  beat_ = std::max(beat_, tick) + 1;
  schedule(std::move(end), beat_);
}

void TlmMoverCore::check_over(Job& job) {
  if (job.done || job.departing > 0) return;
  if (job.killed ? job.arriving > 0 : !job.written) return;
  job.done = true;
  calls_.at(calls_.now() + answer_to_done, [this] { host_.core_has_done(); });
}

void TlmMoverCore::abort() {
  for (const std::shared_ptr<Job>& job : jobs_)
    if (!job->done && !job->killed && !job->written) kill(*job, MoveError::aborted, calls_.now());
}

}  // namespace isochron
