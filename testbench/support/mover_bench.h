// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <isochron/bus/fifo_bus.h>
#include <isochron/dma/block_mover.h>
#include <isochron/host/memory.h>

namespace isochron::testbench {

/// A block mover between two memories that keep what is written, each on a bus of its own where a byte takes 1 ns:
/// asked for all of `moves` at time 0.
class MoverBench final : private BlockMover::Moved {
 public:
  MoverBench(const BlockMover::Config& config, std::vector<Move> moves, std::uint64_t memory_size);
  ~MoverBench();

  void set_contents(unsigned port, std::vector<unsigned char> contents) { contents_.at(port) = std::move(contents); }
  void run(Time end);
  const std::vector<unsigned char>& contents(unsigned port) const { return contents_.at(port); }

  const FifoBus& bus(unsigned port) const { return port == BlockMover::local ? local_bus_ : system_bus_; }
  const Memory& memory(unsigned port) const { return port == BlockMover::local ? local_ : system_; }
  const BlockMover& mover() const { return *mover_; }
  std::vector<Time> done;  ///< of each move, in their order
  std::size_t outstanding() const { return pool_.outstanding(); }

 private:
  class Start;
  void moved(const Move& move, Time now) override;
  void access(unsigned port, tlm::tlm_command command);

  std::vector<Move> moves_;
  std::vector<std::vector<unsigned char>> contents_;
  Region region_{"region"};
  MessagePool pool_{4096};
  Domain domain_{region_, pool_, Phases::shortcut};
  FifoBus local_bus_;
  FifoBus system_bus_;
  Memory local_;
  Memory system_;
  std::unique_ptr<BlockMover> mover_;
  std::unique_ptr<Start> start_;
};

}  // namespace isochron::testbench
