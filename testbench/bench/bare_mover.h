// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include <isochron/dma/block_mover/memory_access.h>
#include <isochron/dma/block_mover/register_access.h>

#include "cosim/verilated_block_mover.h"

namespace isochron::testbench {

/// A memory in a plain array, for the bare loop.
class BareMemory final : public block_mover::MemoryAccess {
 public:
  explicit BareMemory(std::size_t bytes) : bytes_(bytes) {}

  std::uint32_t read_word(std::uint64_t address) override;
  void write_word(std::uint64_t address, std::uint32_t value) override;
  std::uint8_t* at(std::uint64_t address) { return bytes_.data() + address; }

 private:
  std::vector<std::uint8_t> bytes_;
};

/// The Verilated block mover in the plainest loop there is: pins, arrays, a latency in cycles, and nothing of SystemC.
/// What co-simulation is measured against.
class BareMover final : public block_mover::RegisterAccess {
 public:
  explicit BareMover(unsigned latency);

  std::uint32_t read(std::uint32_t offset) override;
  void write(std::uint32_t offset, std::uint32_t value) override;
  void clock();
  bool irq() const { return model_.irq() != 0; }
  std::uint64_t cycles() const { return cycles_; }

  BareMemory a{1u << 20};
  BareMemory b{1u << 20};
  BareMemory d{1u << 20};

 private:
  struct Burst {
    std::uint64_t address;
    unsigned beats;
    std::uint64_t due;
  };
  struct ReadSide {
    cosim::AxiReadPins pins;
    BareMemory& memory;
    std::deque<Burst> bursts;
  };
  struct WriteSide {
    cosim::AxiWritePins pins;
    BareMemory& memory;
    std::deque<Burst> bursts;
    std::deque<std::uint64_t> answers;
  };

  void drive();
  void sample();
  void sample(ReadSide& side);
  void sample(WriteSide& side);

  cosim::VerilatedBlockMover model_;
  cosim::AxiLitePins registers_;
  std::array<ReadSide, 3> reads_;
  std::array<WriteSide, 3> writes_;
  unsigned latency_;
  std::uint64_t cycles_ = 0;
};

}  // namespace isochron::testbench
