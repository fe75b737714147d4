// SPDX-License-Identifier: Apache-2.0
#include "disk_channel_port.h"

#include <algorithm>
#include <string>

#include <isochron/core/error.h>

namespace isochron::cosim {

namespace {
/// Status of a command that was cancelled: "another error".
constexpr std::uint8_t ended_early = 3;
}  // namespace

DiskChannelPort::DiskChannelPort(const char* name, Region& region, ClockOnDemand& clock, const DiskChannelPins& pins,
                                 DiskChannel& channel)
    : name_(name), region_(region), clock_(clock), pins_(pins), channel_(channel) {
  region_.join(*this, Region::Rank::bus);
  clock.attach(*this);
}

void DiskChannelPort::arrived(std::uint64_t number, Time now) {
  for (Slot& slot : slots_)
    if (slot.command.number == number) slot.arrived = now;
  clock_.wake(now);
}

void DiskChannelPort::drive(Time now) {
  pins_.command_ready = pins_.credit_ready = 1;
  pins_.data_valid = pins_.status_valid = 0;
  if (under_way_ == 0) return;
  for (unsigned tag = 0; tag < tags; ++tag) {
    if (!slots_[tag].over()) continue;
    pins_.status_valid = 1;
    pins_.status_tag = static_cast<std::uint8_t>(tag);
    pins_.status_code = slots_[tag].cancelled ? ended_early : 0;
    break;
  }
  // A block is sent to its end before another one begins.
  const bool in_block = slots_[turn_].sends() && slots_[turn_].sent % block_words != 0;
  for (unsigned i = 0; !in_block && i < tags; ++i) {
    turn_ = (turn_ + 1) % tags;
    if (slots_[turn_].sends() && slots_[turn_].arrived < now) break;
  }
  const Slot& slot = slots_[turn_];
  if (!slot.sends() || slot.arrived >= now) return;
  const std::uint64_t word = slot.sent % block_words;
  if (word == 0) channel_.read(slot.command.disk, slot.command.block + slot.sent / block_words, block_.data());
  pins_.data_valid = 1;
  pins_.data_tag = static_cast<std::uint8_t>(turn_);
  pins_.data.set(block_.data() + word * word_bytes);
}

void DiskChannelPort::sample(Time) {
  // Both are always taken.
  if (pins_.data_valid) ++slots_[pins_.data_tag].sent;
  if (pins_.status_valid) {
    slots_[pins_.status_tag] = {};
    --under_way_;
  }
  if (pins_.credit_valid) {
    Slot& slot = slots_[pins_.credit_tag.value()];
    slot.promised = std::min(slot.promised + block_words, slot.words);
  }
  if (pins_.command_valid) take_command();
}

void DiskChannelPort::take_command() {
  Slot& slot = slots_[pins_.command_tag.value()];
  if (pins_.command_cancel) {
    slot.cancelled = true;
    return;
  }
  if (pins_.command_write) throw ModelError(name_ + ": a write to a disk, which this channel does not carry");
  const auto blocks = static_cast<unsigned>(pins_.command_blocks.value());
  slot.command = {++commands_, static_cast<unsigned>(pins_.command_disk.value()), pins_.command_block.value(), blocks};
  slot.words = std::uint64_t{blocks} * block_words;
  slot.promised = std::min<std::uint64_t>(blocks, DiskNodeModule::slot_blocks) * block_words;
  ++under_way_;
  begun_.push(slot.command);
  clock_.crossing();
}

void DiskChannelPort::cross() {
  if (!begun_.empty()) region_.request(*this);
}

void DiskChannelPort::ask(Time now) {
  while (!begun_.empty()) channel_.begin(begun_.pop(), now);
}

bool DiskChannelPort::waits() const {
  return begun_.empty() &&
         std::none_of(slots_.begin(), slots_.end(), [](const Slot& slot) { return slot.sends() || slot.over(); });
}

}  // namespace isochron::cosim
