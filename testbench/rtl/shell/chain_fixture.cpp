// SPDX-License-Identifier: Apache-2.0
#include "chain_fixture.h"

#include <fmt/format.h>

namespace isochron::rtl {

using block_mover::Descriptor;
using block_mover::Move;
using block_mover::MoveError;

Move ChainFixture::some_move(std::uint32_t number, std::uint32_t largest) {
  Move move;
  move.source_port = random.chance(50) ? block_mover::Port::a : block_mover::Port::b;
  move.destination_port = random.chance(50) ? block_mover::Port::a : block_mover::Port::b;
  move.source = region + 0x400000 + number * 0x1000 + random.below(64);
  move.destination = region + 0x800000 + number * 0x1000 + random.below(64);
  move.row_bytes = 1 + static_cast<std::uint32_t>(random.below(largest));
  move.tag = static_cast<std::uint8_t>(number);
  return move;
}

std::vector<std::uint64_t> ChainFixture::build(const std::vector<Move>& moves, std::uint64_t offset,
                                               std::uint64_t distance) {
  std::vector<std::uint64_t> addresses;
  const auto base = region + offset;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    Descriptor descriptor;
    descriptor.move = moves[i];
    descriptor.end_of_list = i + 1 == moves.size();
    descriptor.next = descriptor.end_of_list ? 0x3 : base + distance * (i + 1);
    descriptor.cookie = static_cast<std::uint32_t>(0xc00c1e00 + i);
    addresses.push_back(base + distance * i);
    descriptors.store(addresses.back(), descriptor);
  }
  return addresses;
}

bool ChainFixture::wait_until_idle(unsigned cycles) {
  const auto end = bench.cycle() + cycles;
  while (!driver.status().idle)
    if (bench.cycle() > end) return false;
  return true;
}

void ChainFixture::expect_done(const std::vector<std::uint64_t>& addresses, const std::vector<Move>& moves) {
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const auto descriptor = descriptors.load(addresses[i]);
    auto expected = descriptor;
    expected.move = moves[i];
    expected.owned = false;
    expected.done = true;
    expected.error = MoveError::none;
    expected.moved = static_cast<std::uint32_t>(command_of(moves[i]).bytes_written());
    expected.cookie = static_cast<std::uint32_t>(0xc00c1e00 + i);
    EXPECT_EQ(descriptor.words(), expected.words()) << fmt::format("descriptor {} at {:#x}", i, addresses[i]);
  }
}

void ChainFixture::expect_untouched(std::uint64_t address, const Descriptor& descriptor) {
  EXPECT_EQ(descriptors.load(address).words(), descriptor.words()) << fmt::format("descriptor at {:#x}", address);
}

}  // namespace isochron::rtl
