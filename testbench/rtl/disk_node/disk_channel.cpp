// SPDX-License-Identifier: Apache-2.0
#include "disk_channel.h"

#include <fmt/format.h>

#include <algorithm>

namespace isochron::rtl {

DiskChannel::DiskChannel(const Shape& shape, std::uint64_t seed)
    : shape_(shape), seed_(seed), random_(seed), queues_(shape.disks) {
  for (unsigned i = 0; i < shape.disks; ++i) contents_.push_back(std::make_unique<SparseMemory>(seed_of(i)));
}

void DiskChannel::set_dead(unsigned disk, bool dead) {
  if (dead)
    dead_.insert(disk);
  else
    dead_.erase(disk);
}

void DiskChannel::fail(unsigned disk) {
  if (!queues_[disk].empty()) queues_[disk].front().end = channel_other;
}

bool DiskChannel::idle() const {
  const bool none = std::all_of(queues_.begin(), queues_.end(), [](const auto& queue) { return queue.empty(); });
  return none && stray_data_.empty() && stray_statuses_.empty() && !pins_.data_valid && !pins_.status_valid;
}

DiskChannel::Command* DiskChannel::of_tag(unsigned tag) {
  for (auto& queue : queues_)
    for (auto& command : queue)
      if (command.tag == tag) return &command;
  return nullptr;
}

void DiskChannel::clock(const ChannelMasterPins& master) {
  if (before_.command_valid && !slave_before_.command_ready &&
      (!master.command_valid || master.cancel != before_.cancel || master.write != before_.write ||
       master.disk != before_.disk || master.block != before_.block || master.blocks != before_.blocks ||
       master.tag != before_.tag))
    breach("a command changed before it was taken");
  if (before_.credit_valid && !slave_before_.credit_ready &&
      (!master.credit_valid || master.credit_tag != before_.credit_tag))
    breach("a credit changed before it was taken");
  if (before_.data_valid && !slave_before_.data_ready &&
      (!master.data_valid || master.data != before_.data || master.data_tag != before_.data_tag ||
       master.data_last != before_.data_last))
    breach("data changed before they were taken");
  if (!master.data_ready || !master.status_ready) breach("data or statuses are not taken");

  if (master.command_valid && pins_.command_ready) take_command(master);
  if (master.credit_valid && pins_.credit_ready) {
    auto* command = of_tag(master.credit_tag);
    if (!command || command->write) {
      // One that crossed the end of its command.
      if (command) breach("a credit for a write");
    } else if (!command->unruly) {
      command->promised += block_words();
      if (command->promised > total(*command)) breach("more is promised than was asked for");
      if (command->promised - command->moved > shape_.slot_blocks * block_words()) breach("more is promised than fits");
    }
  }
  if (master.data_valid && pins_.data_ready) take_data(master);
  before_ = master;
  slave_before_ = pins_;
  ++cycle_;
  advance();
  drive();
}

void DiskChannel::take_command(const ChannelMasterPins& master) {
  if (master.cancel) {
    ++cancels_;
    if (auto* command = of_tag(master.tag)) {
      if (command->cancelled) breach(fmt::format("tag {} is cancelled twice", master.tag));
      command->cancelled = true;
      command->end = command->end.value_or(channel_other);
    }
    return;
  }
  ++commands_;
  if (of_tag(master.tag)) breach(fmt::format("tag {} is in use already", master.tag));
  // The command's own credits come after its first words.
  if (master.credit_valid && master.credit_tag == master.tag)
    breach(fmt::format("tag {} is used again while a credit of its last command stands", master.tag));
  // What an ended command asked for and did not get never comes: its tag would not be used again before that.
  owed_.erase(master.tag);
  if (receiving_ == master.tag) breach(fmt::format("tag {} is used again in the middle of its block", master.tag));
  if (master.disk >= shape_.disks) return breach("no such disk");
  auto& queue = queues_[master.disk];
  if (queue.size() >= depth) breach("more commands on a disk than its depth");
  if (!master.blocks || master.blocks > max_blocks) breach(fmt::format("a command of {} blocks", master.blocks));
  Command command;
  command.number = commands_;
  command.write = master.write;
  command.disk = master.disk;
  command.block = master.block;
  command.blocks = master.blocks;
  command.tag = master.tag;
  if (!command.write) command.promised = std::min<std::uint64_t>(master.blocks, shape_.slot_blocks) * block_words();
  queue.push_back(command);
  unsigned under_way = 0;
  for (const auto& each : queues_) under_way += static_cast<unsigned>(each.size());
  most_ = std::max(most_, under_way);
}

void DiskChannel::take_data(const ChannelMasterPins& master) {
  ++words_;
  if (!first_word_) first_word_ = cycle_;
  last_word_ = cycle_;
  const auto tag = master.data_tag;
  if (receiving_ && *receiving_ != tag) breach("blocks of two tags are mixed");
  if (!owed_.count(tag)) breach(fmt::format("data of tag {}, which were not asked for", tag));
  receiving_ = tag;
  auto* command = of_tag(tag);
  if (command && command->write && command->moved < total(*command)) {
    const auto at = command->block * shape_.block_bytes + command->moved * shape_.word_bytes;
    for (unsigned i = 0; i < shape_.word_bytes; ++i) disk(command->disk).write(at + i, master.data[i]);
    ++command->moved;
  }
  ++received_;
  if (master.data_last != (received_ == block_words())) breach("the mark of a block's last word is wrong");
  if (received_ < block_words()) return;
  received_ = 0;
  receiving_.reset();
  if (!--owed_[tag]) owed_.erase(tag);
}

/// The first command of each queue comes to its turn, goes on, or ends.
void DiskChannel::advance() {
  for (unsigned number = 0; number < shape_.disks; ++number) {
    auto& queue = queues_[number];
    if (queue.empty() || dead_.count(number)) continue;
    auto& command = queue.front();
    if (!command.due) begin(command);
    if (!command.end && command.moved == total(command)) command.end = channel_ok;
    // Of a cancelled one behind it nothing has begun.
    for (auto& other : queue)
      if (&other != &command && other.end && !other.due) other.due = cycle_;
  }
}

void DiskChannel::begin(Command& command) {
  command.due = cycle_ + static_cast<std::uint64_t>(random_.between(timing.latency_least, timing.latency_most));
  for (std::uint64_t block = command.block; block < command.block + command.blocks; ++block) {
    const auto found = faults_.find({command.disk, block});
    if (found == faults_.end()) continue;
    if (found->second == Fault::excess) {
      command.excess = static_cast<unsigned>(total(command) + block_words());
      faults_.erase(found);
    } else if (found->second == Fault::excess_grant) {
      command.excess_grant = true;
      faults_.erase(found);
    }
    return;
  }
}

void DiskChannel::drive() {
  const auto open = [&](unsigned percent) { return !stalled_ && !random_.chance(percent); };
  pins_.command_ready = open(timing.stall_command);
  pins_.credit_ready = open(timing.stall_credit);
  pins_.data_ready = open(timing.stall_take);
  pins_.data_valid = pins_.status_valid = pins_.grant_valid = false;
  if (stalled_) return;
  drive_data();
  drive_grant();
  drive_status();
}

void DiskChannel::drive_data() {
  if (!stray_data_.empty() && !sending_) {
    pins_.data_valid = true;
    pins_.data_tag = stray_data_.front();
    pins_.data.fill(0xbd);
    stray_data_.pop_front();
    return;
  }
  if (random_.chance(timing.stall_data)) return;
  const auto can = [&](unsigned number) -> Command* {
    if (queues_[number].empty() || dead_.count(number)) return nullptr;
    auto& c = queues_[number].front();
    if (c.write || c.end || !c.due || *c.due > cycle_) return nullptr;
    return c.excess || c.moved < c.promised ? &c : nullptr;
  };
  const auto first = sending_ ? *sending_ : static_cast<unsigned>(random_.below(shape_.disks));
  sending_.reset();
  for (unsigned i = 0; i < shape_.disks; ++i) {
    const auto number = (first + i) % shape_.disks;
    auto* command = can(number);
    if (!command) continue;
    auto& c = *command;
    pins_.data_valid = true;
    pins_.data_tag = c.tag;
    ++words_;
    if (c.excess) {
      c.unruly = true;
      pins_.data.fill(0xee);
      if (!--c.excess) c.end = channel_ok;
      return;
    }
    const auto block = c.block + c.moved / block_words();
    if (c.moved % block_words() == 0) {
      const auto found = faults_.find({number, block});
      if (found != faults_.end()) {
        const auto fault = found->second;
        faults_.erase(found);
        --words_;
        pins_.data_valid = false;
        c.end = fault == Fault::media_error     ? channel_media_error
                : fault == Fault::drive_timeout ? channel_timeout
                : fault == Fault::other_error   ? channel_other
                                                : channel_ok;
        return;
      }
    }
    const auto at = c.block * shape_.block_bytes + c.moved * shape_.word_bytes;
    std::copy_n(disk(number).at(at), shape_.word_bytes, pins_.data.begin());
    ++c.moved;
    if (!first_word_) first_word_ = cycle_;
    last_word_ = cycle_;
    if (!timing.mixed && c.moved % block_words()) sending_ = number;
    return;
  }
}

void DiskChannel::drive_grant() {
  if (random_.chance(timing.stall_grant)) return;
  const auto first = static_cast<unsigned>(random_.below(shape_.disks));
  for (unsigned i = 0; i < shape_.disks; ++i) {
    const auto number = (first + i) % shape_.disks;
    if (queues_[number].empty() || dead_.count(number)) continue;
    auto& c = queues_[number].front();
    if (!c.write || c.end || !c.due || *c.due > cycle_) continue;
    const auto here = c.moved / block_words();
    // One more than may be ahead, whose data are not expected.
    const bool excess = c.excess_grant && c.promised == std::min<std::uint64_t>(c.blocks, shape_.slot_blocks);
    if (excess) {
      c.excess_grant = false;
      c.blocks = static_cast<unsigned>(c.promised);
      pins_.grant_valid = true;
      pins_.grant_tag = c.tag;
      return;
    }
    if (c.promised >= c.blocks || c.promised - here >= shape_.slot_blocks) {
      continue;
    }
    const auto found = faults_.find({number, c.block + c.promised});
    if (found != faults_.end()) {
      c.end = found->second == Fault::media_error     ? channel_media_error
              : found->second == Fault::drive_timeout ? channel_timeout
              : found->second == Fault::too_short     ? channel_ok
                                                      : channel_other;
      faults_.erase(found);
      continue;
    }
    pins_.grant_valid = true;
    pins_.grant_tag = c.tag;
    ++c.promised;
    ++owed_[c.tag];
    return;
  }
}

void DiskChannel::drive_status() {
  if (random_.chance(timing.stall_status)) return;
  if (!stray_statuses_.empty()) {
    pins_.status_valid = true;
    pins_.status_tag = stray_statuses_.front();
    pins_.status_code = channel_ok;
    stray_statuses_.pop_front();
    return;
  }
  const auto first = static_cast<unsigned>(random_.below(shape_.disks));
  for (unsigned i = 0; i < shape_.disks; ++i) {
    const auto number = (first + i) % shape_.disks;
    if (dead_.count(number)) continue;
    auto& queue = queues_[number];
    for (auto command = queue.begin(); command != queue.end(); ++command) {
      if (!command->end || !command->due || *command->due > cycle_) continue;
      if (sending_ == number) sending_.reset();
      pins_.status_valid = true;
      pins_.status_tag = command->tag;
      pins_.status_code = *command->end;
      if (command->number < last_ended_) ++overtakings_;
      last_ended_ = command->number;
      queue.erase(command);
      return;
    }
  }
}

void DiskChannel::breach(const std::string& what) {
  if (breaches_.size() < 20) breaches_.push_back(fmt::format("channel, cycle {}: {}", cycle_, what));
}

}  // namespace isochron::rtl
