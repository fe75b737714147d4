// SPDX-License-Identifier: Apache-2.0
// Everything at once for long: a ring, direct commands, register reads and coalesced interrupts under random timing.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <deque>

#include <isochron/dma/block_mover/descriptor_ring.h>

#include "chain_fixture.h"
#include "long_form.h"
#include "register_table.h"

namespace isochron::rtl {
namespace {

using block_mover::DescriptorRing;
using block_mover::Move;
using block_mover::MoveError;
using block_mover::Operation;

class Soak : public ChainFixture, public ::testing::WithParamInterface<unsigned> {
 protected:
  Soak() : ChainFixture(GetParam() + 1000, GetParam() % 3 == 2 ? ShellVariant::small : ShellVariant::standard) {
    for (unsigned port = 0; port < 3; ++port) {
      auto& timing = bench.port(port).timing;
      timing.latency = static_cast<unsigned>(random.below(30));
      timing.stall_all(static_cast<unsigned>(random.below(50)));
      timing.write_order = static_cast<WriteOrder>(random.below(3));
    }
    bench.registers().stall = static_cast<unsigned>(random.below(50));
  }

  /// A move of any kind within the place's 4 KB at source and destination.
  Move any_move(std::uint32_t place) {
    auto move = some_move(place, 120);
    move.tag = static_cast<std::uint8_t>(random.next());
    move.interrupt = random.chance(50);
    move.after_earlier = random.chance(10);
    move.rows = static_cast<std::uint16_t>(1 + random.below(3));
    move.planes = static_cast<std::uint16_t>(1 + random.below(3));
    const auto gap = [&] {
      return static_cast<std::int32_t>(move.row_bytes + (random.chance(50) ? 0 : random.below(20)));
    };
    move.source_row_stride = gap();
    move.destination_row_stride = gap();
    move.source_plane_stride = 3 * move.source_row_stride;
    move.destination_plane_stride = 3 * move.destination_row_stride;
    const auto kind = random.below(10);
    if (kind == 0) move.operation = Operation::fill;
    if (kind == 1) move.operation = Operation::combine;
    return move;
  }
};

TEST_P(Soak, everything_at_once) {
  constexpr unsigned places = 64;
  const unsigned all = long_form() ? 4000 : 150;
  const unsigned group = 1 + static_cast<unsigned>(random.below(5));
  ExpectedMemory expected(bench);
  DescriptorRing ring(driver, bench, region + 0x20000, 3 + static_cast<std::uint32_t>(random.below(14)));
  driver.coalesce(static_cast<std::uint16_t>(group), 0);
  driver.enable({false, false, false, true});

  std::deque<Move> in_ring;
  std::uint64_t bytes = 0, flagged = 0;
  unsigned pushed = 0, taken = 0, directs = 0;
  const auto account = [&](const Move& move) {
    expected.apply(move);
    bytes += command_of(move).bytes_written();
    flagged += move.interrupt;
  };
  bool direct_runs = false;
  Move direct;
  const auto end = bench.cycle() + all * 6000;
  while (taken < all || direct_runs) {
    ASSERT_LT(bench.cycle(), end) << fmt::format("{} of {} moves", taken, all);
    if (pushed < all && random.chance(50)) {
      const auto move = any_move(pushed % places);
      if (ring.push(move)) {
        in_ring.push_back(move);
        account(move);
        ++pushed;
      }
    }
    if (const auto result = ring.take()) {
      const auto& move = in_ring.front();
      ASSERT_EQ(result->tag, move.tag);
      ASSERT_EQ(result->error, MoveError::none) << to_string(command_of(move));
      ASSERT_EQ(result->bytes, command_of(move).bytes_written()) << to_string(command_of(move));
      in_ring.pop_front();
      ++taken;
    }
    if (direct_runs) {
      if (const auto result = driver.result()) {
        ASSERT_EQ(result->tag, direct.tag);
        ASSERT_EQ(result->bytes, command_of(direct).bytes_written());
        direct_runs = false;
      }
    } else if (pushed < all && random.chance(20)) {
      direct = any_move(places + directs % 4);
      driver.start(direct);
      account(direct);
      ++directs;
      direct_runs = true;
    }
    if (random.chance(30)) {
      const auto& row = register_table()[random.below(register_table().size())];
      ASSERT_EQ(bench.try_read(row.address).response, okay) << row.name;
    }
    if (random.chance(20)) bench.run(static_cast<unsigned>(random.below(80)));
  }
  EXPECT_EQ(expected.difference(), "");
  const auto counters = driver.counters();
  EXPECT_EQ(counters.bytes, bytes);
  EXPECT_EQ(counters.moves, all + directs);
  EXPECT_EQ(counters.errors, 0u);
  EXPECT_EQ(counters.descriptors, all);
  // Two that end in the same cycle share an interrupt, so the rest is not always the remainder.
  EXPECT_LT(bench.read(0x40), group);
  EXPECT_EQ(bench.irq(), flagged >= group);
  driver.pause_chain();
  ASSERT_TRUE(wait_until_idle());
}

INSTANTIATE_TEST_SUITE_P(Seeds, Soak, ::testing::Range(0u, 12u));

}  // namespace
}  // namespace isochron::rtl
