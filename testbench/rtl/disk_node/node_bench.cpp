// SPDX-License-Identifier: Apache-2.0
#include "node_bench.h"

#include <fmt/format.h>

#include <stdexcept>

namespace isochron::rtl {
namespace {

// No answer within so many cycles is none at all.
constexpr unsigned patience = 2000;

DiskChannel::Shape shape_of(NodeVariant variant) {
  DiskChannel::Shape shape;
  if (variant == NodeVariant::wide) {
    shape.word_bytes = 32;
    shape.block_bytes = 1024;
    shape.slot_blocks = 2;
    shape.disks = 11;
    shape.tags = 16;
  }
  return shape;
}

AxiChecker::Rules rules(unsigned word_bytes, unsigned max_burst) {
  AxiChecker::Rules rules;
  rules.word_bytes = word_bytes;
  rules.max_burst = max_burst;
  return rules;
}

}  // namespace

NodeBench::NodeBench(std::uint64_t seed, NodeVariant variant)
    : dut_(make_node(variant, seed)),
      shape_(shape_of(variant)),
      memories_{SparseMemory{seed * 3 + 1}, SparseMemory{seed * 3 + 2}, SparseMemory{seed * 3 + 3}},
      checkers_{
          {"port A", rules(shape_.word_bytes, 64)}, {"port B", rules(shape_.word_bytes, 64)}, {"rings", rules(8, 256)}},
      registers_(seed * 7 + 4),
      channel_(shape_, seed * 7 + 5) {
  for (unsigned i = 0; i < ports_.size(); ++i)
    ports_[i] = std::make_unique<AxiMemory>(i == rings ? 8 : shape_.word_bytes, memories_[i], seed * 7 + i + 1);
  inputs_.rst = true;
  run(4);
  inputs_.rst = false;
}

void NodeBench::clock() {
  dut_->settle(inputs_, outputs_);
  // The first edge of reset makes the outputs known.
  for (unsigned i = 0; i < ports_.size() && cycle_ > 1; ++i)
    checkers_[i].clock(outputs_.axi[i], inputs_.axi[i], inputs_.rst);
  if (!inputs_.rst) {
    for (unsigned i = 0; i < ports_.size(); ++i) ports_[i]->clock(outputs_.axi[i]);
    registers_.clock(outputs_.registers);
    channel_.clock(outputs_.channel);
  }
  for (unsigned i = 0; i < ports_.size(); ++i) times_.add(outputs_.axi[i], inputs_.axi[i], cycle_);
  times_.add(outputs_.channel.command_valid && inputs_.channel.command_ready, cycle_);
  times_.add(outputs_.channel.credit_valid && inputs_.channel.credit_ready, cycle_);
  times_.add(outputs_.channel.data_valid && inputs_.channel.data_ready, cycle_);
  if (watcher_) watcher_(outputs_);
  dut_->edge();
  ++cycle_;
  if (inputs_.rst) return;
  for (unsigned i = 0; i < ports_.size(); ++i) inputs_.axi[i] = ports_[i]->pins();
  inputs_.registers = registers_.pins();
  inputs_.channel = channel_.pins();
}

void NodeBench::run(std::uint64_t cycles) {
  while (cycles--) clock();
}

bool NodeBench::run_until(const std::function<bool()>& condition, std::uint64_t cycles) {
  while (!condition()) {
    if (!cycles--) return false;
    clock();
  }
  return true;
}

AxiLiteMaster::Answer NodeBench::try_read(std::uint32_t offset) {
  registers_.read(static_cast<std::uint16_t>(offset));
  if (!run_until([&] { return !registers_.reading(); }, patience))
    throw std::runtime_error(fmt::format("no answer to a read of register {:#x}", offset));
  return registers_.read_answer();
}

AxiLiteMaster::Answer NodeBench::try_write(std::uint32_t offset, std::uint32_t value, std::uint8_t strobes) {
  registers_.write(static_cast<std::uint16_t>(offset), value, strobes);
  if (!run_until([&] { return !registers_.writing(); }, patience))
    throw std::runtime_error(fmt::format("no answer to a write of register {:#x}", offset));
  return registers_.write_answer();
}

std::uint32_t NodeBench::read(std::uint32_t offset) {
  const auto answer = try_read(offset);
  if (answer.response != okay) throw block_mover::BusError(fmt::format("read of register {:#x}", offset));
  return answer.data;
}

void NodeBench::write(std::uint32_t offset, std::uint32_t value) {
  if (try_write(offset, value).response != okay)
    throw block_mover::BusError(fmt::format("write of {:#x} to register {:#x}", value, offset));
}

std::uint32_t NodeBench::read_word(std::uint64_t address) {
  std::uint32_t value = 0;
  for (unsigned i = 0; i < 4; ++i) value |= std::uint32_t{memories_[rings].read(address + i)} << 8 * i;
  return value;
}

void NodeBench::write_word(std::uint64_t address, std::uint32_t value) {
  for (unsigned i = 0; i < 4; ++i) memories_[rings].write(address + i, static_cast<std::uint8_t>(value >> 8 * i));
}

std::vector<std::string> NodeBench::breaches(bool finished) {
  std::vector<std::string> all;
  const auto add = [&](const std::vector<std::string>& more) { all.insert(all.end(), more.begin(), more.end()); };
  for (auto& checker : checkers_) {
    if (finished) checker.finish();
    add(checker.breaches());
  }
  add(registers_.breaches());
  add(channel_.breaches());
  return all;
}

}  // namespace isochron::rtl
