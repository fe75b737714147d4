// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace isochron::block_mover {

/// How the driver reaches the memory of the descriptors, at the addresses that the block mover uses.
class MemoryAccess {
 public:
  virtual ~MemoryAccess() = default;
  virtual std::uint32_t read_word(std::uint64_t address) = 0;
  virtual void write_word(std::uint64_t address, std::uint32_t value) = 0;
};

}  // namespace isochron::block_mover
