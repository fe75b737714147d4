// SPDX-License-Identifier: Apache-2.0
#include "shell_bench.h"

#include <fmt/format.h>

#include <stdexcept>

namespace isochron::rtl {
namespace {

constexpr unsigned word_bytes = 8;
// No answer within so many cycles is none at all.
constexpr unsigned patience = 2000;

AxiChecker::Rules rules() {
  AxiChecker::Rules rules;
  rules.word_bytes = word_bytes;
  return rules;
}

}  // namespace

ShellBench::ShellBench(std::uint64_t seed, ShellVariant variant)
    : dut_(make_shell(variant, seed)),
      stream_seed_(seed * 7 + 5),
      memories_{SparseMemory{seed * 3 + 1}, SparseMemory{seed * 3 + 2}, SparseMemory{seed * 3 + 3}},
      checkers_{{"port A", rules()}, {"port B", rules()}, {"port D", rules()}},
      registers_(seed * 7 + 4),
      source_(word_bytes, stream_seed_),
      sink_(seed * 7 + 6) {
  for (unsigned i = 0; i < ports_.size(); ++i)
    ports_[i] = std::make_unique<AxiMemory>(word_bytes, memories_[i], seed * 7 + i + 1);
  inputs_.rst = true;
  run(4);
  inputs_.rst = false;
}

void ShellBench::clock() {
  dut_->settle(inputs_, outputs_);
  // The first edge of reset makes the outputs known.
  for (unsigned i = 0; i < ports_.size() && cycle_ > 1; ++i)
    checkers_[i].clock(outputs_.axi[i], inputs_.axi[i], inputs_.rst);
  if (!inputs_.rst) {
    for (unsigned i = 0; i < ports_.size(); ++i) ports_[i]->clock(outputs_.axi[i]);
    registers_.clock(outputs_.registers);
    source_.clock(outputs_.stream_ready, cycle_);
    sink_.clock(outputs_.stream);
  }
  if (watcher_) watcher_(inputs_, outputs_);
  dut_->edge();
  ++cycle_;
  if (inputs_.rst) return;
  for (unsigned i = 0; i < ports_.size(); ++i) inputs_.axi[i] = ports_[i]->pins();
  inputs_.registers = registers_.pins();
  inputs_.stream = source_.pins();
  inputs_.stream_ready = sink_.ready();
}

void ShellBench::run(unsigned cycles) {
  while (cycles--) clock();
}

bool ShellBench::run_until(const std::function<bool()>& condition, unsigned cycles) {
  while (!condition()) {
    if (!cycles--) return false;
    clock();
  }
  return true;
}

AxiLiteMaster::Answer ShellBench::try_read(std::uint32_t offset) {
  registers_.read(static_cast<std::uint16_t>(offset));
  if (!run_until([&] { return !registers_.reading(); }, patience))
    throw std::runtime_error(fmt::format("no answer to a read of register {:#x}", offset));
  return registers_.read_answer();
}

AxiLiteMaster::Answer ShellBench::try_write(std::uint32_t offset, std::uint32_t value, std::uint8_t strobes) {
  registers_.write(static_cast<std::uint16_t>(offset), value, strobes);
  if (!run_until([&] { return !registers_.writing(); }, patience))
    throw std::runtime_error(fmt::format("no answer to a write of register {:#x}", offset));
  return registers_.write_answer();
}

std::uint32_t ShellBench::read(std::uint32_t offset) {
  const auto answer = try_read(offset);
  if (answer.response != okay) throw block_mover::BusError(fmt::format("read of register {:#x}", offset));
  return answer.data;
}

void ShellBench::write(std::uint32_t offset, std::uint32_t value) {
  if (try_write(offset, value).response != okay)
    throw block_mover::BusError(fmt::format("write of {:#x} to register {:#x}", value, offset));
}

std::uint32_t ShellBench::read_word(std::uint64_t address) {
  std::uint32_t value = 0;
  for (unsigned i = 0; i < 4; ++i) value |= std::uint32_t{memories_[port_d].read(address + i)} << 8 * i;
  return value;
}

void ShellBench::write_word(std::uint64_t address, std::uint32_t value) {
  for (unsigned i = 0; i < 4; ++i) memories_[port_d].write(address + i, static_cast<std::uint8_t>(value >> 8 * i));
}

std::vector<std::string> ShellBench::breaches(bool finished) {
  std::vector<std::string> all;
  const auto add = [&](const std::vector<std::string>& more) { all.insert(all.end(), more.begin(), more.end()); };
  for (auto& checker : checkers_) {
    if (finished) checker.finish();
    add(checker.breaches());
  }
  add(registers_.breaches());
  add(sink_.breaches());
  return all;
}

}  // namespace isochron::rtl
