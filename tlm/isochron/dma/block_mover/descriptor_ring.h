// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include <isochron/dma/block_mover/block_mover_driver.h>
#include <isochron/dma/block_mover/memory_access.h>

namespace isochron::block_mover {

/// A ring of descriptors that follows a block mover's tail pointer: moves go in while others are carried out.
///
/// One place stays empty, so that a tail that has gone once round differs from one that has not moved. What is done is
/// asked of the counter of descriptors, which follows the answers to the write-backs: no other chain may run and nobody
/// may clear the counters while the ring is in use.
class DescriptorRing {
 public:
  /// `places` descriptors from `base`, which is a multiple of 64; 3 or more.
  DescriptorRing(BlockMoverDriver& driver, MemoryAccess& memory, std::uint64_t base, std::uint32_t places);
  DescriptorRing(const DescriptorRing&) = delete;
  DescriptorRing& operator=(const DescriptorRing&) = delete;

  /// Adds a move and moves the tail, or starts the chain with the first. False when the ring is full.
  bool push(const Move& move);
  /// The oldest move's result if that is done, in the order of push. Throws BusError when its write-back failed: what
  /// became of the move is then not known, and it is taken out.
  std::optional<MoveResult> take();
  std::uint32_t waiting() const { return ring_.filled; }

 private:
  int checked(int outcome);

  BlockMoverDriver& driver_;
  CMemory memory_;
  blmv_ring ring_{};
};

}  // namespace isochron::block_mover
