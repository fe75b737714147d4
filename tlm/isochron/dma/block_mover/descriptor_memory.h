// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/dma/block_mover/c_access.h>
#include <isochron/dma/block_mover/descriptor.h>
#include <isochron/dma/block_mover/memory_access.h>

namespace isochron::block_mover {

/// Descriptors in memory. The control word, which gives a descriptor away, is written last.
class DescriptorMemory {
 public:
  explicit DescriptorMemory(MemoryAccess& memory) : memory_(memory) {}

  void store(std::uint64_t address, const Descriptor& descriptor);
  Descriptor load(std::uint64_t address);
  /// Ownership has come back. The byte count is final only when the write-back has been answered, which interrupts and
  /// the counter of descriptors tell: a slave may show the first beat of the burst before the second.
  bool done(std::uint64_t address);

 private:
  CMemory memory_;
};

}  // namespace isochron::block_mover
