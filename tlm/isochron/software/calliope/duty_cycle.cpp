// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/calliope/duty_cycle.h>

#include <algorithm>
#include <utility>

#include <isochron/core/error.h>
#include <isochron/observe/probe_list.h>
#include <isochron/observe/statistic_sink.h>
#include <isochron/protocol/transaction.h>

namespace isochron {

namespace {
__extension__ typedef unsigned __int128 WideTime;
}

/// Where the chunks of an adapter come in.
class DutyCycle::Chunks final : public Inlet {
 public:
  Chunks(const std::string& name, DutyCycle& owner) : port(name.c_str(), *this), owner_(owner) {}
  void accept(Payload& payload, Time now) override { owner_.chunk(payload, now); }

  InletPort port;

 private:
  DutyCycle& owner_;
};

struct DutyCycle::Probes {
  PhaseProbe phase;
  NumberProbe waiting;
  NumberProbe taken;
  NumberProbe missed;
};

DutyCycle::DutyCycle(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, unsigned adapters,
                     std::vector<Disk*> disks, const Directory& directory)
    : sc_module(name),
      buffers("buffers", accepted_),
      served("served"),
      region_(domain.region),
      config_(config),
      directory_(directory),
      drives_(disks.size()),
      turns_(disks.size() * config.slots),
      chosen_(disks.size()) {
  for (unsigned a = 0; a < adapters; ++a)
    chunks_.push_back(std::make_unique<Chunks>("chunks[" + std::to_string(a) + "]", *this));
  for (std::size_t d = 0; d < disks.size(); ++d) {
    drives_[d].disk = disks[d];
    // So that the first to be served is its seat 0.
    drives_[d].last = turns_.size() - 1;
  }
  region_.join(static_cast<Region::Activity&>(*this), Region::Rank::timer);
  region_.join(static_cast<Region::Update&>(*this));
}

DutyCycle::~DutyCycle() = default;

InletPort& DutyCycle::chunks(unsigned adapter) {
  return chunks_.at(adapter)->port;
}

DutyCycle::Stream& DutyCycle::stream_of(std::uint32_t stream) {
  while (streams_.size() <= stream) streams_.emplace_back();
  return streams_[stream];
}

Time DutyCycle::begins(std::uint64_t turn) const {
  return static_cast<Time>(static_cast<WideTime>(turn) * config_.cycle / config_.slots);
}

Time DutyCycle::slot() const {
  return config_.cycle / config_.slots;
}

bool DutyCycle::leads_to(std::uint64_t seat, unsigned disk) const {
  return config_.striped || seat / config_.slots == disk;
}

std::uint64_t DutyCycle::next_turn(std::uint64_t seat, unsigned disk, Time now) const {
  // A time is whole, so that a slot begins at `now` or later, rounded down, just if it does without rounding.
  const WideTime earliest = (static_cast<WideTime>(now) * config_.slots + config_.cycle - 1) / config_.cycle;
  const auto from = static_cast<std::uint64_t>(earliest);
  const std::uint64_t slot = seat % config_.slots;
  std::uint64_t cycle = from / config_.slots + (from % config_.slots > slot ? 1 : 0);
  if (config_.striped) {
    const std::uint64_t disks = drives_.size();
    const std::uint64_t at = (seat / config_.slots + cycle) % disks;
    cycle += (disk + disks - at) % disks;
  }
  return cycle * config_.slots + slot;
}

std::uint64_t DutyCycle::free_seats(unsigned disk) const {
  std::uint64_t free = 0;
  for (std::uint64_t seat = 0; seat < turns_.size(); ++seat)
    if (!turns_[seat].taken && leads_to(seat, disk)) ++free;
  return free;
}

std::optional<DutyCycle::Seat> DutyCycle::seat(std::uint32_t stream, unsigned disk, Time now) {
  if (stream_of(stream).seat != none)
    throw ModelError(std::string(name()) + ": stream " + std::to_string(stream) + " has a seat already");
  std::uint64_t best = none;
  std::uint64_t turn = none;
  for (std::uint64_t seat = 0; seat < turns_.size(); ++seat) {
    if (turns_[seat].taken || !leads_to(seat, disk)) continue;
    const std::uint64_t its = config_.pace == Pace::demand ? 0 : next_turn(seat, disk, now);
    if (best != none && its >= turn) continue;
    best = seat;
    turn = its;
  }
  if (best == none) return std::nullopt;
  const Seat seat{best, config_.pace == Pace::demand ? now : begins(turn)};
  take_seat(stream, seat, turn, now);
  return seat;
}

DutyCycle::Seat DutyCycle::move(std::uint32_t stream, unsigned disk, Time now) {
  Stream& moving = stream_of(stream);
  const std::uint64_t old = moving.seat;
  if (old == none)
    throw ModelError(std::string(name()) + ": stream " + std::to_string(stream) + " moves, with no seat");
  drop_buffers(moving);
  free_seat(moving, now);
  const bool keeps = config_.keeps_slot || config_.pace == Pace::demand;
  if (keeps && !config_.striped && leads_to(old, disk)) {
    const std::uint64_t turn = config_.pace == Pace::demand ? 0 : next_turn(old, disk, now);
    const Seat seat{old, config_.pace == Pace::demand ? now : begins(turn)};
    take_seat(stream, seat, turn, now);
    return seat;
  }
  const std::optional<Seat> seat = this->seat(stream, disk, now);
  if (!seat)
    throw ModelError(std::string(name()) + ": no seat of disk " + std::to_string(disk) + " is free to move to");
  return *seat;
}

void DutyCycle::take_seat(std::uint32_t stream, const Seat& seat, std::uint64_t turn, Time now) {
  stream_of(stream).seat = seat.number;
  Turns& turns = turns_[seat.number];
  turns.stream = stream;
  turns.taken = true;
  turns.next = config_.pace == Pace::demand ? none : turn;
  turns.due = end_of_time;
  taken_.change(now, 1);
  slot_waits_.add(seat.turn - now);
  schedule();
  region_.request_update(*this);
  show(now);
}

void DutyCycle::free_seat(Stream& stream, Time now) {
  if (stream.seat == none) return;
  turns_[stream.seat] = Turns();
  stream.seat = none;
  stream.at_disk = none;
  taken_.change(now, -1);
}

void DutyCycle::drop_buffers(Stream& stream) {
  while (!stream.waiting.empty()) returning_.push_back(stream.waiting.pop().payload);
}

void DutyCycle::leave(std::uint32_t stream, Time now) {
  Stream& leaving = stream_of(stream);
  drop_buffers(leaving);
  free_seat(leaving, now);
  schedule();
  region_.request_update(*this);
  show(now);
}

void DutyCycle::fail(Time now) {
  for (Stream& stream : streams_) {
    drop_buffers(stream);
    free_seat(stream, now);
  }
  schedule();
  region_.request_update(*this);
  show(now);
}

void DutyCycle::schedule() {
  std::uint64_t first = none;
  for (const Turns& turns : turns_) first = std::min(first, turns.next);
  if (first == none)
    region_.cancel(*this);
  else
    region_.schedule(*this, begins(first));
}

void DutyCycle::complete(Time now) {
  for (Turns& turns : turns_) {
    if (turns.next == none || begins(turns.next) > now) continue;
    if (turns.due != end_of_time && !streams_[turns.stream].waiting.empty()) ++missed_;
    turns.due = now;
    turns.next += config_.slots;
  }
  schedule();
  region_.request_update(*this);
  show(now);
}

void DutyCycle::accept(Payload& payload, Time now) {
  const Tag& tag = tag_of(payload);
  const Place place = directory_.place(tag);
  if (place.disk >= drives_.size())
    throw ModelError(std::string(name()) + ": a block on disk " + std::to_string(place.disk) + ", which is not there");
  payload.acquire();
  ++held_;
  waiting_.change(now, 1);
  stream_of(tag.stream).waiting.push(now, tag.block, {&payload, place});
  region_.request_update(*this);
  show(now);
}

void DutyCycle::update(Time now) {
  for (Stream& stream : streams_)
    if (stream.seat == none) drop_buffers(stream);
  give_back(now);
  if (config_.elevator && config_.pace == Pace::demand) {
    for (std::uint64_t seat = 0; seat < turns_.size(); ++seat)
      if (wants(seat)) start(seat, now);
    return;
  }
  std::fill(chosen_.begin(), chosen_.end(), none);
  for (std::uint64_t seat = 0; seat < turns_.size(); ++seat) {
    if (!wants(seat)) continue;
    const unsigned disk = next_place(seat).disk;
    if (drives_[disk].requests.empty() && (chosen_[disk] == none || before(seat, chosen_[disk], drives_[disk])))
      chosen_[disk] = seat;
  }
  for (const std::uint64_t seat : chosen_)
    if (seat != none) start(seat, now);
}

bool DutyCycle::wants(std::uint64_t seat) const {
  const Turns& turns = turns_[seat];
  if (!turns.taken || (config_.pace == Pace::slots && turns.due == end_of_time)) return false;
  const Stream& stream = streams_[turns.stream];
  if (stream.at_disk != none || stream.waiting.empty()) return false;
  const unsigned disk = next_place(seat).disk;
  if (!leads_to(seat, disk))
    throw ModelError(std::string(name()) + ": a block of stream " + std::to_string(turns.stream) + " is on disk " +
                     std::to_string(disk) + ", where it has no seat");
  return true;
}

const DutyCycle::Place& DutyCycle::next_place(std::uint64_t seat) const {
  return streams_[turns_[seat].stream].waiting.front().place;
}

bool DutyCycle::before(std::uint64_t one, std::uint64_t other, const Drive& drive) const {
  if (config_.pace == Pace::slots) return turns_[one].due < turns_[other].due;
  const std::uint64_t seats = turns_.size();
  const auto way = [&](std::uint64_t seat) { return (seat + seats - drive.last - 1) % seats; };
  return way(one) < way(other);
}

void DutyCycle::start(std::uint64_t seat, Time now) {
  Turns& turns = turns_[seat];
  Stream& stream = streams_[turns.stream];
  const Buffer buffer = stream.waiting.pop();
  waiting_.change(now, -1);
  if (turns.due != end_of_time && now > turns.due + slot()) ++late_;
  turns.due = end_of_time;
  Drive& drive = drives_[buffer.place.disk];
  drive.last = seat;
  stream.at_disk = requests_++;
  drive.requests.push_back({stream.at_disk, buffer.payload, 0});
  Tag tag;
  tag.copy_from(tag_of(*buffer.payload));
  tag.sequence = stream.at_disk;
  tag.source = buffer.place.disk;
  if (probes_ != nullptr) probes_->phase.event(now, Phase::begin, transaction_of(tag, config_.block));
  drive.disk->read(tag, 0, buffer.place.position, config_.block, now);
  show(now);
}

void DutyCycle::chunk(Payload& payload, Time now) {
  const Tag& tag = tag_of(payload);
  Drive& drive = drives_.at(tag.source);
  const auto found = std::find_if(drive.requests.begin(), drive.requests.end(),
                                  [&tag](const Request& request) { return request.number == tag.sequence; });
  if (found == drive.requests.end()) throw ModelError(std::string(name()) + ": a chunk that nobody asked for");
  const unsigned bytes = payload.get_data_length();
  drive.bytes += bytes;
  found->bytes += bytes;
  if (found->bytes < config_.block) return;
  Payload& buffer = *found->payload;
  drive.requests.erase(found);
  ++drive.blocks;
  --held_;
  Stream& stream = streams_[tag_of(buffer).stream];
  if (stream.at_disk == tag.sequence) stream.at_disk = none;
  region_.request_update(*this);
  if (probes_ != nullptr) probes_->phase.event(now, Phase::end, transaction_of(tag, config_.block));
  buffer.set_data_length(static_cast<unsigned>(config_.block));
  served.hand_on(buffer, now);
  buffer.release();
}

void DutyCycle::give_back(Time now) {
  std::stable_sort(returning_.begin(), returning_.end(), [](const Payload* one, const Payload* other) {
    return tag_of(*one).stream < tag_of(*other).stream;
  });
  // Whoever gets one may hand on others.
  while (!returning_.empty()) {
    Payload& payload = *returning_.front();
    returning_.erase(returning_.begin());
    --held_;
    waiting_.change(now, -1);
    show(now);
    payload.set_data_length(0);
    served.hand_on(payload, now);
    payload.release();
  }
}

void DutyCycle::start_window(Time now) {
  for (Drive& drive : drives_) {
    drive.blocks = 0;
    drive.bytes = 0;
  }
  missed_ = 0;
  late_ = 0;
  taken_.start_window(now);
  waiting_.start_window(now);
  slot_waits_.clear();
}

void DutyCycle::report(StatisticSink& sink) {
  std::uint64_t held = returning_.size();
  std::uint64_t blocks = 0;
  for (const Drive& drive : drives_) {
    held += drive.requests.size();
    blocks += drive.blocks;
    sink.part(drive.disk->name()).rate("throughput", drive.bytes);
  }
  for (const Stream& stream : streams_) held += stream.waiting.size();
  if (held != held_)
    throw ModelError(std::string(name()) + ": " + std::to_string(held_) + " buffers came and did not go, but it has " +
                     std::to_string(held));
  StatisticSink::Part figures = sink.part(name());
  figures.count("blocks", blocks);
  figures.count("missed", missed_);
  figures.count("late", late_);
  figures.mean("seats_taken", taken_);
  figures.mean("queue_depth", waiting_);
  figures.distribution("slot_wait", slot_waits());
}

void DutyCycle::report_waits(std::vector<Wait>& waits) const {
  for (const Drive& drive : drives_)
    if (!drive.requests.empty()) waits.push_back({name(), "a block", drive.disk->name()});
}

void DutyCycle::list_probes(ProbeList& list) {
  own_probes_ = std::make_unique<Probes>();
  list.add(own_probes_->phase, name(), "BEGIN: a block is asked of its disk; END: it is across");
  list.add(own_probes_->waiting, name(), "queue_depth", 0xffff, "buffers that are not at a disk");
  list.add(own_probes_->taken, name(), "seats_taken", turns_.size(), "seats that streams have");
  list.add(own_probes_->missed, name(), "missed", 0xffff'ffff, "slots of the window that streams have missed");
}

void DutyCycle::start_trace(Time now) {
  probes_ = own_probes_.get();
  probes_->phase.clear(now);
  show(now);
}

void DutyCycle::stop_trace() {
  probes_ = nullptr;
}

void DutyCycle::show(Time now) {
  if (probes_ == nullptr) return;
  probes_->waiting.set(now, static_cast<std::uint64_t>(waiting_.level()));
  probes_->taken.set(now, static_cast<std::uint64_t>(taken_.level()));
  probes_->missed.set(now, missed_);
}

TypeInfo DutyCycle::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "The disk processes of a storage unit: blocks of streams by a duty cycle of slots";
  info.source = "Calliope, sections 2.2.1 and 2.3.3";
  info.ports = {
      {"buffers", "hand-over", "target", "buffers to be filled from a disk or written to one"},
      {"served", "hand-over", "initiator", "the same once they are, or with no bytes where their stream left"},
      {"chunks[i]", "hand-over", "target", "what is across adapter i"},
      {"disk[i]", Disk::calls, "initiator", "requests to the disk i"},
      {"seats", calls, "target", "the process that gives streams their seats and places"}};
  info.statistics = {
      {"blocks", "1", "blocks that were read or written, of all disks"},
      {"missed", "1", "slots that came while a buffer of their stream still waited for the one before"},
      {"late", "1", "blocks that went to their disk more than a slot after their own began"},
      {"seats_taken", "1", "seats that streams have, mean over time"},
      {"queue_depth", "1", "buffers that are not at a disk, mean over time"},
      {"slot_wait", "s", "from a stream's beginning, or a command, until its slot; a distribution", true}};
  return info;
}

}  // namespace isochron
