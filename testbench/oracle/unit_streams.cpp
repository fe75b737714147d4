// SPDX-License-Identifier: Apache-2.0
#include "oracle/unit_streams.h"

#include <algorithm>
#include <cmath>

namespace isochron::oracle {

UnitStreams::UnitStreams(const UnitConfig& config, const Plan& plan, std::uint64_t seed)
    : UnitHardware(config, seed), plan_(plan), streams_(plan.streams), cycles_(disks()) {
  std::seed_seq seeds{seed, std::uint64_t{1000}};
  random_.seed(seeds);
  const double blocks = std::ceil((plan_.duration + 10) * plan_.rate / config.block);
  const double places = std::floor(config.capacity / config.block) - blocks;
  for (unsigned number = 0; number < plan_.streams; ++number) {
    Stream& stream = streams_[number];
    stream.disk = number % disks();
    stream.file = std::floor(random() * places) * config.block;
    stream.phase = random() * interval();
    cycles_[stream.disk].streams.push_back(number);
  }
  for (unsigned disk = 0; disk < disks(); ++disk)
    if (!cycles_[disk].streams.empty()) ask_for(0, slot, disk);
  if (plan_.stall_interval > 0) stall_ = stall_ends_ = 0;
}

UnitStreams::Lateness UnitStreams::measure(const UnitConfig& config, const Plan& plan, std::uint64_t seed) {
  UnitStreams unit(config, plan, seed);
  while (unit.began_ == never || unit.to_count_ > 0) unit.step(never);
  Lateness result = unit.lateness_;
  result.within_50ms /= result.packets;
  result.within_150ms /= result.packets;
  result.mean /= result.packets;
  return result;
}

double UnitStreams::due(const Stream& stream) const {
  return began_ + stream.phase + static_cast<double>(stream.sent) * interval();
}

void UnitStreams::alarm(unsigned kind, unsigned who) {
  if (kind == tick) {
    wake();
  } else if (plan_.slots > 0) {
    begin_slot(who);
  } else {
    serve(who);
  }
}

void UnitStreams::begin_slot(unsigned disk) {
  Cycle& cycle = cycles_[disk];
  const std::uint64_t place = cycle.slots % plan_.slots;
  ask_for(static_cast<double>(++cycle.slots) * config().block / plan_.rate / plan_.slots, slot, disk);
  if (place >= cycle.streams.size()) return;
  const unsigned stream = cycle.streams[place];
  if (!streams_[stream].due) cycle.due.push_back(stream);
  streams_[stream].due = true;
  serve(disk);
}

void UnitStreams::serve(unsigned disk) {
  if (is_reading(disk)) return;
  Cycle& cycle = cycles_[disk];
  const auto ready = [this](unsigned stream) { return has_buffer(streams_[stream]); };
  if (plan_.slots > 0) {
    const auto found = std::find_if(cycle.due.begin(), cycle.due.end(), ready);
    if (found == cycle.due.end()) return;
    const unsigned stream = *found;
    cycle.due.erase(found);
    streams_[stream].due = false;
    serve(disk, stream);
    return;
  }
  const auto count = static_cast<unsigned>(cycle.streams.size());
  for (unsigned i = 0; i < count; ++i) {
    const unsigned place = (cycle.next + i) % count;
    if (!ready(cycle.streams[place])) continue;
    cycle.next = (place + 1) % count;
    serve(disk, cycle.streams[place]);
    return;
  }
}

void UnitStreams::serve(unsigned disk, unsigned number) {
  Stream& stream = streams_[number];
  cycles_[disk].reading = number;
  read(disk, stream.file + static_cast<double>(stream.asked++) * config().block);
}

void UnitStreams::block_read(unsigned disk) {
  ++streams_[cycles_[disk].reading].there;
  const bool all = std::all_of(streams_.begin(), streams_.end(), [](const Stream& one) { return one.there > 0; });
  if (began_ == never && all) {
    began_ = now();
    for (const Stream& stream : streams_)
      to_count_ += static_cast<std::uint64_t>(std::ceil((plan_.duration - stream.phase) / interval()));
  }
  sleep();
  serve(disk);
}

// Until the tick in which the next packet that is there is due.
void UnitStreams::sleep() {
  if (awake_ || began_ == never) return;
  double first = never;
  for (const Stream& stream : streams_)
    if (has_data(stream)) first = std::min(first, due(stream));
  if (first == never) return;
  const double time = std::ceil(std::max(first, now()) / plan_.tick - 1e-9) * plan_.tick;
  if (time >= wakes_) return;
  wakes_ = time;
  ask_for(time, tick, 0);
}

void UnitStreams::wake() {
  if (awake_ || now() != wakes_) return;
  // Spells follow each other from beginning to beginning.
  while (stall_ends_ <= now()) {
    stall_ += -plan_.stall_interval * std::log1p(-random());
    stall_ends_ = stall_ + random() * plan_.stall_longest;
  }
  if (stall_ <= now()) {
    wakes_ = stall_ends_;
    ask_for(wakes_, tick, 0);
    return;
  }
  wakes_ = never;
  awake_ = true;
  send();
}

void UnitStreams::send() {
  double first = never;
  for (unsigned number = 0; number < streams_.size(); ++number) {
    const Stream& stream = streams_[number];
    if (!has_data(stream) || due(stream) > now() || due(stream) >= first) continue;
    first = due(stream);
    sending_ = number;
  }
  awake_ = first != never;
  if (awake_) {
    begin_job(packet_work(true), true);
  } else {
    sleep();
  }
}

void UnitStreams::job_done() {
  Stream& stream = streams_[sending_];
  if (due(stream) < began_ + plan_.duration) count(now() - due(stream));
  ++stream.sent;
  if (stream.sent % packets_a_block() == 0) serve(stream.disk);
  send();
}

void UnitStreams::count(double late) {
  --to_count_;
  ++lateness_.packets;
  lateness_.within_50ms += late <= 0.05 ? 1 : 0;
  lateness_.within_150ms += late <= 0.15 ? 1 : 0;
  lateness_.mean += late;
  lateness_.longest = std::max(lateness_.longest, late);
}

}  // namespace isochron::oracle
