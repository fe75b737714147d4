// SPDX-License-Identifier: Apache-2.0
#include <isochron/dma/block_mover/c_access.h>

namespace isochron::block_mover {

blmv_registers CRegisters::calls() {
  return {this,
          [](void* self, std::uint32_t offset, std::uint32_t* value) {
            auto& registers = *static_cast<CRegisters*>(self);
            return registers.keep([&] { *value = registers.access_.read(offset); });
          },
          [](void* self, std::uint32_t offset, std::uint32_t value) {
            auto& registers = *static_cast<CRegisters*>(self);
            return registers.keep([&] { registers.access_.write(offset, value); });
          }};
}

blmv_memory CMemory::calls() {
  return {this,
          [](void* self, std::uint64_t address, std::uint32_t* value) {
            auto& memory = *static_cast<CMemory*>(self);
            return memory.keep([&] { *value = memory.access_.read_word(address); });
          },
          [](void* self, std::uint64_t address, std::uint32_t value) {
            auto& memory = *static_cast<CMemory*>(self);
            return memory.keep([&] { memory.access_.write_word(address, value); });
          },
          nullptr};
}

}  // namespace isochron::block_mover
