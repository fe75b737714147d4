// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <isochron/dma/block_mover/block_mover_driver.h>
#include <isochron/dma/block_mover/descriptor_memory.h>

#include "expected_memory.h"
#include "random.h"
#include "shell_bench.h"

namespace isochron::rtl {

/// A bench, its driver, and moves that do not touch each other's bytes.
class ChainFixture : public ::testing::Test {
 protected:
  explicit ChainFixture(std::uint64_t seed = 1, ShellVariant variant = ShellVariant::standard)
      : bench(seed, variant),
        driver(bench),
        descriptors(bench),
        random(seed),
        region(variant == ShellVariant::small ? std::uint64_t{0x12345} << 32 : 0) {}
  void TearDown() override { EXPECT_EQ(bench.breaches(), std::vector<std::string>{}); }

  /// Copies between ports of up to `largest` bytes; `number` chooses the places.
  block_mover::Move some_move(std::uint32_t number, std::uint32_t largest = 200);
  /// Descriptors at `offset`, `distance` apart, one for each move; the last ends the list. Returns their addresses.
  std::vector<std::uint64_t> build(const std::vector<block_mover::Move>& moves, std::uint64_t offset = 0x10000,
                                   std::uint64_t distance = 64);
  bool wait_until_idle(unsigned cycles = 20000);
  /// Each descriptor is written back with this outcome and otherwise as it was.
  void expect_done(const std::vector<std::uint64_t>& addresses, const std::vector<block_mover::Move>& moves);
  void expect_untouched(std::uint64_t address, const block_mover::Descriptor& descriptor);

  ShellBench bench;
  block_mover::BlockMoverDriver driver;
  block_mover::DescriptorMemory descriptors;
  Random random;
  const std::uint64_t region;  ///< added to the addresses of descriptors and moves
};

}  // namespace isochron::rtl
