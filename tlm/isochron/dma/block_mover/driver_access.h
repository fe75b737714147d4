// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm_utils/simple_initiator_socket.h>

#include <isochron/dma/block_mover/local_memory.h>
#include <isochron/dma/block_mover/memory_access.h>
#include <isochron/dma/block_mover/register_access.h>

namespace isochron {

/// The driver's way to the registers: blocking transports from a thread of the simulation.
class TransportRegisterAccess final : public block_mover::RegisterAccess {
 public:
  explicit TransportRegisterAccess(const char* name) : socket(name) {}

  tlm_utils::simple_initiator_socket<TransportRegisterAccess> socket;

  std::uint32_t read(std::uint32_t offset) override;
  void write(std::uint32_t offset, std::uint32_t value) override;

 private:
  void transport(tlm::tlm_command command, std::uint32_t offset, std::uint32_t& word);
};

/// The driver's way to its descriptors, without time.
class LocalMemoryAccess final : public block_mover::MemoryAccess {
 public:
  explicit LocalMemoryAccess(LocalMemory& memory) : memory_(memory) {}

  std::uint32_t read_word(std::uint64_t address) override;
  void write_word(std::uint64_t address, std::uint32_t value) override;

 private:
  LocalMemory& memory_;
};

}  // namespace isochron
