// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/core/time.h>
#include <isochron/dma/block_mover/local_memory.h>
#include <isochron/dma/block_mover/move.h>

namespace isochron {

/// Moves that a ChainMover carries out, and who hears how far they are.
class MoveList {
 public:
  static constexpr const char* calls = "moves";

  /// Writes what is moved into `memory`, before the simulation. Returns the moves in their order.
  virtual std::vector<block_mover::Move> moves(LocalMemory& memory) = 0;
  /// `moves` of them have ended by `now`: after a move with Move::interrupt, and after the last.
  virtual void moved(std::uint64_t moves, Time now) = 0;

 protected:
  ~MoveList() = default;
};

}  // namespace isochron
