// SPDX-License-Identifier: Apache-2.0
// Abort and soft reset at every cycle of a chain with a direct command, then the next chain.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "chain_fixture.h"

namespace isochron::rtl {
namespace {

using block_mover::ChainError;
using block_mover::Move;
using block_mover::MoveError;

class Abort : public ChainFixture, public ::testing::WithParamInterface<unsigned> {
 protected:
  static constexpr unsigned length = 6;

  void SetUp() override {
    for (unsigned port = 0; port < 3; ++port) {
      bench.port(port).timing.latency = GetParam() % 2 ? 12 : 0;
      bench.port(port).timing.stall_all(GetParam() / 2 % 2 ? 30 : 0);
    }
    // Fetches that wait long for their address to be taken.
    if (GetParam() >= 4) bench.port(port_d).timing.stall_ar = 90;
  }

  /// What an abort may leave: descriptors done up to some place, perhaps ended with "aborted", the rest untouched.
  void expect_consistent(const std::vector<std::uint64_t>& addresses, const std::vector<Move>& moves) {
    unsigned touched = 0;
    while (touched < moves.size() && !descriptors.load(addresses[touched]).owned) ++touched;
    bool failed = false;
    for (unsigned i = 0; i < moves.size(); ++i) {
      const auto descriptor = descriptors.load(addresses[i]);
      EXPECT_EQ(descriptor.owned, i >= touched) << i;
      EXPECT_EQ(descriptor.done, i < touched) << i;
      if (i >= touched) continue;
      EXPECT_TRUE(descriptor.error == MoveError::none || descriptor.error == MoveError::aborted) << i;
      EXPECT_FALSE(failed && descriptor.error == MoveError::none) << "a move after an aborted one went through: " << i;
      failed = descriptor.error == MoveError::aborted;
      if (!failed) {
        EXPECT_EQ(descriptor.moved, moves[i].row_bytes);
      }
    }
  }

  void expect_that_the_next_works() {
    ExpectedMemory expected(bench);
    std::vector<Move> moves;
    for (unsigned i = 0; i < 3; ++i) moves.push_back(some_move(200 + i));
    const auto addresses = build(moves, 0x90000);
    const auto direct = some_move(300);
    driver.clear_counters();
    driver.start_chain(addresses[0]);
    driver.start(direct);
    ASSERT_TRUE(wait_until_idle());
    EXPECT_EQ(driver.chain_stop().error, ChainError::none);
    EXPECT_EQ(driver.counters().moves, 4u);
    EXPECT_EQ(driver.result().value().error, MoveError::none);
    expect_done(addresses, moves);
    for (const auto& move : moves) expected.apply(move);
    expected.apply(direct);
    EXPECT_EQ(expected.difference(), "");
  }

  /// The abort, and what the registers say afterwards.
  void sweep(bool soft_reset) {
    // As many cycles as the whole takes, and some.
    std::uint64_t whole = 0;
    for (unsigned after = 0; after <= whole + 5; ++after) {
      SCOPED_TRACE(fmt::format("{} cycles after the start", after));
      std::vector<Move> moves;
      for (unsigned i = 0; i < length; ++i) moves.push_back(some_move(i, 60));
      const auto addresses = build(moves);
      const auto began = bench.cycle();
      driver.start_chain(addresses[0]);
      driver.start(some_move(100));
      if (!whole) {
        ASSERT_TRUE(wait_until_idle());
        whole = bench.cycle() - began;
        continue;
      }
      bench.run(after);
      const bool was_running = driver.status().running;
      soft_reset ? driver.soft_reset() : driver.abort();
      ASSERT_TRUE(bench.run_until([&] { return !driver.status().aborting; }, 3000));
      const auto status = driver.status();
      EXPECT_TRUE(status.idle && !status.running && !status.core_busy);
      expect_consistent(addresses, moves);
      const auto reads = bench.counts(port_d).read_bursts;
      bench.run(50);
      EXPECT_EQ(bench.counts(port_d).read_bursts, reads) << "something goes on";
      if (soft_reset) {
        EXPECT_FALSE(status.stopped);
        EXPECT_EQ(driver.next(), 0u);
      } else {
        ASSERT_TRUE(driver.result());
        if (status.stopped) {
          EXPECT_EQ(driver.chain_stop().error, ChainError::aborted);
          EXPECT_EQ(driver.chain_stop().address, driver.next());
        }
        EXPECT_TRUE(was_running || !status.stopped || after == 0);
        // A move that the abort ended is one of a chain that it stopped.
        const auto ended = [&](std::uint64_t address) {
          const auto descriptor = descriptors.load(address);
          return descriptor.done && descriptor.error == MoveError::aborted;
        };
        if (std::any_of(addresses.begin(), addresses.end(), ended)) {
          EXPECT_TRUE(status.stopped);
        }
      }
      driver.acknowledge({true, true, true, true});
      expect_that_the_next_works();
      if (HasFatalFailure() || HasNonfatalFailure()) return;
    }
  }
};

TEST_P(Abort, at_every_cycle) {
  sweep(false);
}
TEST_P(Abort, by_soft_reset_at_every_cycle) {
  sweep(true);
}

TEST_P(Abort, while_waiting_at_the_tail) {
  std::vector<Move> moves;
  for (unsigned i = 0; i < length; ++i) moves.push_back(some_move(i, 60));
  const auto addresses = build(moves);
  driver.start_chain(addresses[0], addresses[1]);
  ASSERT_TRUE(bench.run_until([&] { return driver.status().at_tail; }, 3000));
  driver.abort();
  ASSERT_TRUE(bench.run_until([&] { return !driver.status().aborting; }, 3000));
  EXPECT_EQ(driver.chain_stop().error, ChainError::aborted);
  EXPECT_EQ(driver.next(), addresses[2]);
  // A new chain begins at its head, whatever the tail was.
  driver.start_chain(addresses[2]);
  ASSERT_TRUE(wait_until_idle());
  expect_done(addresses, moves);
}

TEST_P(Abort, of_nothing_does_nothing) {
  driver.abort();
  ASSERT_TRUE(bench.run_until([&] { return !driver.status().aborting; }, 100));
  EXPECT_FALSE(driver.status().stopped);
  EXPECT_FALSE(driver.result());
  expect_that_the_next_works();
}

TEST_P(Abort, while_the_core_takes_no_more) {
  // A stream that does not come keeps the first move, and with it the core, from going on.
  bench.source().stall = 100;
  std::vector<Move> moves;
  for (unsigned i = 0; i < 20; ++i) moves.push_back(some_move(i, 60));
  moves[0].source_port = block_mover::Port::stream;
  const auto addresses = build(moves);
  driver.start_chain(addresses[0]);
  bench.run(1500);
  auto direct = some_move(100);
  driver.start(direct);
  bench.run(50);
  driver.abort();
  ASSERT_TRUE(bench.run_until([&] { return !driver.status().aborting; }, 3000));
  ASSERT_TRUE(driver.result());
  EXPECT_EQ(driver.result()->error, MoveError::aborted);
  EXPECT_EQ(driver.result()->tag, direct.tag);
  EXPECT_EQ(descriptors.load(addresses[0]).error, MoveError::aborted);
  bench.source().stall = 0;
  expect_that_the_next_works();
}

INSTANTIATE_TEST_SUITE_P(Timing, Abort, ::testing::Range(0u, 6u));

}  // namespace
}  // namespace isochron::rtl
