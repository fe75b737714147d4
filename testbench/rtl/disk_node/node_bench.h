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
#include "axi_memory.h"
#include "disk_channel.h"
#include "node_dut.h"
#include "sparse_memory.h"
#include "transfer_times.h"

namespace isochron::rtl {

/// A disk-node interface with a memory at each port, disks on its channel, and a processor at its registers. An access
/// to a register lets the clock run until it is answered; the memory of the rings is written and read at once.
class NodeBench final : public block_mover::RegisterAccess, public block_mover::MemoryAccess {
 public:
  explicit NodeBench(std::uint64_t seed, NodeVariant variant = NodeVariant::standard);

  /// One cycle.
  void clock();
  /// Called with the pins of each cycle before its clock edge.
  using Watcher = std::function<void(const NodeOutputs&)>;
  void watch(Watcher watcher) { watcher_ = std::move(watcher); }
  void run(std::uint64_t cycles);
  /// Until the condition holds; false when it does not within the cycles.
  bool run_until(const std::function<bool()>& condition, std::uint64_t cycles);

  // As the driver sees it.
  std::uint32_t read(std::uint32_t offset) override;
  void write(std::uint32_t offset, std::uint32_t value) override;
  std::uint32_t read_word(std::uint64_t address) override;
  void write_word(std::uint64_t address, std::uint32_t value) override;

  /// One access with its response.
  AxiLiteMaster::Answer try_read(std::uint32_t offset);
  AxiLiteMaster::Answer try_write(std::uint32_t offset, std::uint32_t value, std::uint8_t strobes = 15);

  static constexpr unsigned rings = 2;  ///< the number of their port
  AxiLiteMaster& registers() { return registers_; }
  AxiMemory& port(unsigned number) { return *ports_[number]; }
  SparseMemory& memory(unsigned number) { return memories_[number]; }
  const AxiCounts& counts(unsigned number) const { return checkers_[number].counts(); }
  DiskChannel& channel() { return channel_; }
  const DiskChannel::Shape& shape() const { return shape_; }
  bool irq() const { return outputs_.irq; }
  std::uint64_t cycle() const { return cycle_; }
  /// Transfers so far, of addresses, beats, answers, commands and credits on all ports but the registers'.
  const TransferTimes& times() const { return times_; }

  /// What was against the rules on any port; `finished`: nothing may be under way.
  std::vector<std::string> breaches(bool finished = true);

 private:
  std::unique_ptr<NodeDut> dut_;
  DiskChannel::Shape shape_;
  std::array<SparseMemory, 3> memories_;
  std::array<std::unique_ptr<AxiMemory>, 3> ports_;
  std::vector<AxiChecker> checkers_;
  AxiLiteMaster registers_;
  DiskChannel channel_;
  NodeInputs inputs_;
  NodeOutputs outputs_;
  std::uint64_t cycle_ = 0;
  TransferTimes times_;
  Watcher watcher_;
};

}  // namespace isochron::rtl
