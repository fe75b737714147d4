// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <isochron/dma/block_mover/block_mover_driver.h>
#include <isochron/dma/block_mover/block_mover_module.h>
#include <isochron/dma/block_mover/driver_access.h>
#include <isochron/dma/block_mover/move.h>
#include <isochron/dma/block_mover/unused_port.h>

#include "equivalence_memory.h"
#include "random_moves.h"

namespace isochron::cosim {

/// A block mover of either kind between two memories, with a requester that drives batches of moves through a ring of
/// descriptors and writes down what became of each.
class MoverPlace final : public sc_core::sc_module {
 public:
  struct Batch {
    Regime regime;
    std::vector<TimedMove> moves;
  };
  struct Outcome {
    unsigned batch = 0;
    block_mover::MoveResult result;
    Time requested = 0;
    Time done = 0;  ///< the write-back reached memory
  };

  /// What became of direct moves that were aborted at different times after their start, the first of them beside a
  /// running chain.
  struct Abort {
    block_mover::ChainError chain = block_mover::ChainError::none;
    std::vector<block_mover::MoveError> moves;
    bool ended = false;
    block_mover::Status after;
    /// Of port A, before and after a reset.
    std::uint32_t attributes = 0;
    std::uint32_t attributes_after_reset = 0;
  };

  MoverPlace(const sc_core::sc_module_name& name, BlockMoverModule::Implementation implementation,
             const std::vector<Batch>& batches, std::uint64_t seed, bool run_ahead = true);

  /// In the order of completion.
  const std::vector<Outcome>& outcomes() const { return outcomes_; }
  /// What the registers said of the ports' attributes, see told_attributes.
  const std::vector<std::uint32_t>& attributes() const { return attributes_; }
  /// Whether they were refused while requests may come.
  bool attributes_stand() const { return attributes_stand_; }
  const Abort& abort() const { return abort_; }
  EquivalenceMemory& memory(unsigned port) { return port == 0 ? a_ : b_; }
  const BlockMoverModule& mover() const { return *mover_; }

 private:
  static constexpr unsigned places = 16;

  void requester();
  void end_by_force(block_mover::BlockMoverDriver& driver);
  void written(std::uint64_t address);

  const std::vector<Batch>& batches_;
  Region region_{"region"};
  MessagePool pool_{BlockMoverModule::pool_capacity};
  Domain domain_{region_, pool_, Phases::shortcut};
  EquivalenceMemory a_;
  EquivalenceMemory b_;
  EquivalenceMemory d_;
  UnusedInitiator no_stream_in_;
  UnusedTarget no_stream_out_;
  TransportRegisterAccess registers_{"registers"};
  std::unique_ptr<BlockMoverModule> mover_;
  std::vector<Time> requested_;
  std::vector<Time> done_;
  std::vector<Outcome> outcomes_;
  std::vector<std::uint32_t> attributes_;
  bool attributes_stand_ = false;
  Abort abort_;
};

}  // namespace isochron::cosim
