// SPDX-License-Identifier: Apache-2.0
// The block mover between two buses of 1 ns a byte.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/mover_bench.h"

namespace isochron::testbench {
namespace {

using testing::ElementsAre;

constexpr Time end = 100 * microsecond;

/// A move from `source` to `destination` of rows one after another, in other halves of memory.
Move move_of(unsigned source, unsigned destination, std::uint64_t row_bytes, std::uint64_t rows = 1) {
  Move move;
  move.source = {source, 0, static_cast<std::int64_t>(row_bytes), 0};
  move.destination = {destination, 2048, static_cast<std::int64_t>(row_bytes), 0};
  move.row_bytes = row_bytes;
  move.rows = rows;
  return move;
}

/// When each is done, in ns.
std::vector<Time> done(const BlockMover::Config& config, const std::vector<Move>& moves) {
  MoverBench bench(config, moves, 4096);
  bench.run(end);
  EXPECT_EQ(bench.outstanding(), 0u);
  EXPECT_FALSE(bench.mover().busy().inside());
  std::vector<Time> times;
  for (const Time time : bench.done) times.push_back(time / nanosecond);
  EXPECT_EQ(bench.mover().busy().total(end) / nanosecond, times.back());
  return times;
}

BlockMover::Config config_of(std::uint64_t burst, Time setup, std::uint64_t outstanding) {
  BlockMover::Config config;
  config.burst = burst;
  config.setup = setup;
  config.outstanding = outstanding;
  return config;
}

// Setup 0-50; three times read 100 ns and write 100 ns: 650.
TEST(BlockMoverTiming, oneBurstAtATime) {
  EXPECT_THAT(done(config_of(100, 50 * nanosecond, 1), {move_of(BlockMover::local, BlockMover::system, 300)}),
              ElementsAre(650));
}

// Reads 50-150, 150-250, 250-350; writes 150-250, 250-350, 350-450: the third may be asked for at 250.
TEST(BlockMoverTiming, readsWhileItWrites) {
  EXPECT_THAT(done(config_of(100, 50 * nanosecond, 2), {move_of(BlockMover::system, BlockMover::local, 300)}),
              ElementsAre(450));
}

// On one bus reads and writes take turns: read 0-100, read 100-200 (asked for before the first write), write 200-300,
// and from there read, asked for at 300, after the write asked for at 200: write 300-400, read 400-500, write 500-600.
TEST(BlockMoverTiming, bothEndsOnOneBus) {
  EXPECT_THAT(done(config_of(100, 0, 2), {move_of(BlockMover::local, BlockMover::local, 300)}), ElementsAre(600));
}

// Two rows of 150 B in bursts of 100, 50, 100 and 50 B: 2 x 300.
TEST(BlockMoverTiming, aBurstEndsWithItsRow) {
  MoverBench bench(config_of(100, 0, 1), {move_of(BlockMover::local, BlockMover::system, 150, 2)}, 4096);
  bench.run(end);
  EXPECT_THAT(bench.done, ElementsAre(600 * nanosecond));
  EXPECT_EQ(bench.bus(BlockMover::local).transfers(), 4u);
  EXPECT_EQ(bench.bus(BlockMover::system).transfers(), 4u);
}

// One after another, each with its setup: 10 + 200, 210 + 10 + 200.
TEST(BlockMoverTiming, oneMoveAfterAnother) {
  EXPECT_THAT(done(config_of(100, 10 * nanosecond, 2), {move_of(BlockMover::local, BlockMover::system, 100),
                                                        move_of(BlockMover::system, BlockMover::local, 100)}),
              ElementsAre(210, 420));
}

TEST(BlockMoverTiming, refusesAMoveOfNothing) {
  MoverBench bench({}, {move_of(BlockMover::local, BlockMover::system, 0)}, 4096);
  EXPECT_THROW(bench.run(end), std::exception);
}

}  // namespace
}  // namespace isochron::testbench
