// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "descriptor.h"
#include "memory_access.h"

namespace isochron::block_mover {

/// Descriptors in memory. The control word, which gives a descriptor away, is written last.
class DescriptorMemory {
 public:
  explicit DescriptorMemory(MemoryAccess& memory) : memory_(memory) {}

  void store(std::uint64_t address, const Descriptor& descriptor);
  Descriptor load(std::uint64_t address);
  /// Of a descriptor that is done; anything else is not final yet.
  bool done(std::uint64_t address);

 private:
  MemoryAccess& memory_;
};

}  // namespace isochron::block_mover
