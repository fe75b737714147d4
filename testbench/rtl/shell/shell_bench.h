// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <isochron/dma/block_mover/memory_access.h>
#include <isochron/dma/block_mover/register_access.h>

#include "axi_checker.h"
#include "axi_lite_master.h"
#include "axi_memory.h"
#include "shell_dut.h"
#include "sparse_memory.h"
#include "stream_sink.h"
#include "stream_source.h"

namespace isochron::rtl {

/// A block mover with a memory at each port, streams, and a processor at its registers. An access to a register lets
/// the clock run until it is answered; the memory of the descriptors is written and read at once.
class ShellBench final : public block_mover::RegisterAccess, public block_mover::MemoryAccess {
 public:
  explicit ShellBench(std::uint64_t seed, ShellVariant variant = ShellVariant::standard);

  /// One cycle.
  void clock();
  /// Called with the pins of each cycle before its clock edge.
  using Watcher = std::function<void(const ShellInputs&, const ShellOutputs&)>;
  void watch(Watcher watcher) { watcher_ = std::move(watcher); }
  void run(unsigned cycles);
  /// Until the condition holds; false when it does not within the cycles.
  bool run_until(const std::function<bool()>& condition, unsigned cycles);

  // As the driver sees it.
  std::uint32_t read(std::uint32_t offset) override;
  void write(std::uint32_t offset, std::uint32_t value) override;
  std::uint32_t read_word(std::uint64_t address) override;
  void write_word(std::uint64_t address, std::uint32_t value) override;

  /// One access with its response.
  AxiLiteMaster::Answer try_read(std::uint32_t offset);
  AxiLiteMaster::Answer try_write(std::uint32_t offset, std::uint32_t value, std::uint8_t strobes = 15);

  AxiLiteMaster& registers() { return registers_; }
  AxiMemory& port(unsigned number) { return *ports_[number]; }
  SparseMemory& memory(unsigned number) { return memories_[number]; }
  const AxiCounts& counts(unsigned number) const { return checkers_[number].counts(); }
  StreamSource& source() { return source_; }
  StreamSink& sink() { return sink_; }
  const ShellOutputs& outputs() const { return outputs_; }
  bool irq() const { return outputs_.irq; }
  std::uint64_t cycle() const { return cycle_; }
  std::uint64_t stream_seed() const { return stream_seed_; }

  /// What was against the rules on any port; `finished`: nothing may be under way.
  std::vector<std::string> breaches(bool finished = true);

 private:
  std::unique_ptr<ShellDut> dut_;
  std::uint64_t stream_seed_;
  std::array<SparseMemory, 3> memories_;
  std::array<std::unique_ptr<AxiMemory>, 3> ports_;
  std::vector<AxiChecker> checkers_;
  AxiLiteMaster registers_;
  StreamSource source_;
  StreamSink sink_;
  ShellInputs inputs_;
  ShellOutputs outputs_;
  std::uint64_t cycle_ = 0;
  Watcher watcher_;
};

}  // namespace isochron::rtl
