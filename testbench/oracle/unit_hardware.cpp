// SPDX-License-Identifier: Apache-2.0
#include "oracle/unit_hardware.h"

#include <algorithm>
#include <cmath>

namespace isochron::oracle {

bool UnitHardware::Alarm::operator<(const Alarm& other) const {
  // Of a queue whose greatest comes first.
  if (time != other.time) return time > other.time;
  if (kind != other.kind) return kind < other.kind;
  if (who != other.who) return who > other.who;
  return number > other.number;
}

UnitHardware::UnitHardware(const UnitConfig& config, std::uint64_t seed) : config_(config) {
  for (const unsigned adapter : config_.adapter_of) {
    if (adapter >= adapters_.size()) adapters_.resize(adapter + 1);
    std::seed_seq seeds{seed, std::uint64_t{disks_.size()}};
    Disk disk;
    disk.adapter = adapter;
    disk.random.seed(seeds);
    disks_.push_back(disk);
  }
}

double UnitHardware::draw(unsigned disk) {
  return static_cast<double>(disks_[disk].random() >> 11) * 0x1p-53;
}

double UnitHardware::packet_work(bool server) const {
  return config_.host_packet + config_.host_byte * config_.packet + (server ? config_.server_packet : 0);
}

void UnitHardware::begin_job(double work, bool sends) {
  working_ = true;
  sending_ = sends;
  work_left_ = work;
}

void UnitHardware::read(unsigned number, double position) {
  Disk& disk = disks_[number];
  disk.reads = true;
  disk.chunks = 0;
  disk.position = position;
  const double arm = config_.seek_least + config_.seek_full * std::abs(position - disk.arm) / config_.capacity;
  ask_for(now_ + arm + draw(number) * config_.rotation + config_.on_medium, chunk_kind, number);
}

void UnitHardware::ask_for(double time, unsigned kind, unsigned who) {
  alarms_.push({time, kind, who, asked_++});
}

void UnitHardware::chunk_is_ready(unsigned disk) {
  Adapter& adapter = adapters_[disks_[disk].adapter];
  adapter.waiting.push_back(disk);
  if (!adapter.busy) begin_chunk(adapter);
}

void UnitHardware::begin_chunk(Adapter& adapter) {
  if (adapter.waiting.empty()) return;
  adapter.busy = true;
  adapter.disk = adapter.waiting.front();
  adapter.waiting.pop_front();
  adapter.whole = adapter.left = config_.hold + (working_ && sending_ ? config_.while_sending : 0);
}

void UnitHardware::end_chunk(Adapter& adapter) {
  adapter.busy = false;
  const unsigned number = adapter.disk;
  Disk& disk = disks_[number];
  if (now_ >= counted_from_) disk.bytes += config_.chunk;
  if (++disk.chunks * config_.chunk < config_.block) {
    ask_for(now_ + config_.on_medium, chunk_kind, number);
  } else {
    disk.arm = disk.position + config_.block;
    disk.reads = false;
    block_read(number);
  }
  begin_chunk(adapter);
}

void UnitHardware::advance(double time) {
  const double passed = time - now_;
  for (Adapter& adapter : adapters_)
    if (adapter.busy) adapter.left -= adapter.rate * passed;
  if (working_) work_left_ -= speed_ * passed;
  now_ = time;
}

void UnitHardware::set_rates() {
  const auto busy = std::count_if(adapters_.begin(), adapters_.end(), [](const Adapter& one) { return one.busy; });
  double stolen = 0;
  for (Adapter& adapter : adapters_) {
    adapter.ends = never;
    if (!adapter.busy) continue;
    adapter.rate = busy > 1 ? config_.shared_rate * 2 / static_cast<double>(busy) : 1;
    adapter.ends = now_ + std::max(0.0, adapter.left) / adapter.rate;
    stolen += config_.stolen_byte * config_.chunk / adapter.whole * adapter.rate;
  }
  speed_ = busy > 1 && config_.stops ? 0 : std::max(0.0, 1 - stolen);
  job_ends_ = !working_ || (speed_ == 0 && work_left_ > 0) ? never : now_ + std::max(0.0, work_left_) / speed_;
  if (working_ && work_left_ <= 0) job_ends_ = now_;
}

bool UnitHardware::step(double end) {
  set_rates();
  double time = job_ends_;
  Adapter* done = nullptr;
  for (Adapter& adapter : adapters_)
    if (adapter.ends < time) {
      time = adapter.ends;
      done = &adapter;
    }
  const bool rings = !alarms_.empty() && alarms_.top().time < time;
  if (rings) time = alarms_.top().time;
  if (time > end) {
    advance(end);
    return false;
  }
  advance(time);
  if (rings) {
    const Alarm one = alarms_.top();
    alarms_.pop();
    if (one.kind == chunk_kind) {
      chunk_is_ready(one.who);
    } else {
      alarm(one.kind, one.who);
    }
  } else if (done != nullptr) {
    end_chunk(*done);
  } else {
    working_ = sending_ = false;
    job_done();
  }
  return true;
}

}  // namespace isochron::oracle
