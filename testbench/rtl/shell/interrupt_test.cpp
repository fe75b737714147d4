// SPDX-License-Identifier: Apache-2.0
// Interrupts: each cause at its time, none lost, none early; coalescing by count and by time.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "chain_fixture.h"

namespace isochron::rtl {
namespace {

using block_mover::Interrupts;
using block_mover::Move;

class Interrupt : public ChainFixture {
 protected:
  std::vector<std::uint64_t> chain(unsigned length, std::uint64_t base = 0x10000) {
    std::vector<Move> moves;
    for (unsigned i = 0; i < length; ++i) {
      moves.push_back(some_move(i, 64));
      moves.back().interrupt = true;
    }
    return build(moves, base);
  }
};

constexpr Interrupts move_done{true, false, false, false}, chain_end{false, true, false, false},
    failure{false, false, true, false}, coalesced{false, false, false, true};

TEST_F(Interrupt, comes_after_the_write_back_is_answered) {
  bench.port(port_d).timing.latency = 40;
  driver.enable(move_done);
  const auto addresses = chain(1);
  driver.start_chain(addresses[0]);
  ASSERT_TRUE(bench.run_until([&] { return bench.irq(); }, 2000));
  EXPECT_EQ(bench.counts(port_d).write_answers, 1u);
  EXPECT_TRUE(descriptors.done(addresses[0]));
  ASSERT_TRUE(wait_until_idle());
}

TEST_F(Interrupt, of_the_chain_end_comes_after_the_last_write_back) {
  bench.port(port_d).timing.latency = 40;
  driver.enable(chain_end);
  const auto addresses = chain(5);
  driver.start_chain(addresses[0]);
  ASSERT_TRUE(bench.run_until([&] { return bench.irq(); }, 3000));
  EXPECT_EQ(bench.counts(port_d).write_answers, 5u);
  EXPECT_TRUE(driver.status().idle);
}

TEST_F(Interrupt, follows_the_enable_bits) {
  const auto addresses = chain(2);
  driver.start_chain(addresses[0]);
  ASSERT_TRUE(wait_until_idle());
  EXPECT_FALSE(bench.irq());
  driver.enable(failure);
  bench.run(5);
  EXPECT_FALSE(bench.irq());
  driver.enable(chain_end);
  bench.run(5);
  EXPECT_TRUE(bench.irq());
  driver.acknowledge(move_done);
  EXPECT_TRUE(driver.pending().chain_end && !driver.pending().move_done);
  EXPECT_TRUE(bench.irq());
  driver.acknowledge(chain_end);
  EXPECT_FALSE(bench.irq());
}

TEST_F(Interrupt, is_not_lost_when_it_is_cleared_at_any_cycle) {
  unsigned kept = 0, cleared = 0;
  for (unsigned wait = 0; wait < 150; ++wait) {
    const auto addresses = chain(2);
    driver.acknowledge({true, true, true, true});
    const auto before = bench.counts(port_d).write_answers;
    driver.start_chain(addresses[0]);
    bench.run(wait);
    const auto at_write = bench.counts(port_d).write_answers - before;
    driver.acknowledge(move_done);
    const auto at_answer = bench.counts(port_d).write_answers - before;
    ASSERT_TRUE(wait_until_idle());
    const bool pending = driver.pending().move_done;
    // A write-back answered after the clearing write must still show; one that was answered before it must not.
    if (at_answer < 2) {
      EXPECT_TRUE(pending) << wait;
      ++kept;
    }
    if (at_write == 2) {
      EXPECT_FALSE(pending) << wait;
      ++cleared;
    }
  }
  EXPECT_GT(kept, 0u);
  EXPECT_GT(cleared, 0u);
}

TEST_F(Interrupt, event_and_clear_in_the_same_cycle_keep_the_event) {
  // The direct command's end is swept over the clearing write cycle by cycle: the status is either set before the write
  // takes effect and cleared, and then the result was there, or it stays.
  Move move;
  move.source = 0x1000;
  move.destination = 0x2000;
  move.row_bytes = 8;
  move.interrupt = true;
  unsigned kept = 0, cleared = 0;
  for (unsigned wait = 0; wait < 60; ++wait) {
    driver.acknowledge(move_done);
    driver.start(move);
    bench.run(wait);
    const bool ended_before = driver.result().has_value();
    driver.acknowledge(move_done);
    ASSERT_TRUE(wait_until_idle());
    const bool pending = driver.pending().move_done;
    if (!pending) ++cleared;
    if (pending) ++kept;
    EXPECT_FALSE(ended_before && pending) << wait;
  }
  EXPECT_GT(kept, 0u);
  EXPECT_GT(cleared, 0u);
}

TEST_F(Interrupt, coalesced_by_count) {
  driver.coalesce(3, 0);
  driver.enable(coalesced);
  for (unsigned length = 1; length <= 9; ++length) {
    SCOPED_TRACE(length);
    const auto pending_before = bench.read(0x40);
    const auto addresses = chain(length);
    driver.start_chain(addresses[0]);
    ASSERT_TRUE(wait_until_idle());
    bench.run(10);
    const auto sum = pending_before + length;
    EXPECT_EQ(driver.pending().coalesced, sum >= 3);
    EXPECT_EQ(bench.irq(), sum >= 3);
    EXPECT_EQ(bench.read(0x40), sum % 3);
    driver.acknowledge({true, true, true, true});
  }
}

TEST_F(Interrupt, coalesced_by_count_is_not_early) {
  bench.port(port_d).timing.latency = 30;
  driver.coalesce(4, 0);
  driver.enable(coalesced);
  const auto addresses = chain(6);
  driver.start_chain(addresses[0]);
  ASSERT_TRUE(bench.run_until([&] { return bench.irq(); }, 3000));
  EXPECT_GE(bench.counts(port_d).write_answers, 4u);
  for (unsigned i = 0; i < 4; ++i) EXPECT_TRUE(descriptors.done(addresses[i]));
  ASSERT_TRUE(wait_until_idle());
}

TEST_F(Interrupt, coalesced_by_time) {
  for (const unsigned timeout : {1u, 2u, 50u, 400u}) {
    SCOPED_TRACE(timeout);
    driver.acknowledge({true, true, true, true});
    driver.coalesce(0, 0);
    driver.enable(move_done);
    driver.coalesce(100, timeout);
    const auto addresses = chain(1);
    driver.start_chain(addresses[0]);
    ASSERT_TRUE(bench.run_until([&] { return bench.irq(); }, 3000));
    const auto done = bench.cycle();
    // From the "move done" interrupt the coalesced one is the timeout away, to the cycle.
    driver.enable(coalesced);
    if (timeout > 20) {
      EXPECT_FALSE(bench.irq());
      ASSERT_TRUE(bench.run_until([&] { return bench.irq(); }, 1000));
      EXPECT_EQ(bench.cycle() - done, timeout);
    } else {
      EXPECT_TRUE(bench.run_until([&] { return bench.irq(); }, 20));
    }
    EXPECT_EQ(bench.read(0x40), 0u);
    ASSERT_TRUE(wait_until_idle());
  }
}

TEST_F(Interrupt, the_timeout_begins_with_the_first_that_waits) {
  driver.coalesce(3, 300);
  driver.enable(coalesced);
  // Three at once: by count; then one: by time from its own end.
  auto addresses = chain(3);
  driver.start_chain(addresses[0]);
  ASSERT_TRUE(wait_until_idle());
  EXPECT_TRUE(driver.pending().coalesced);
  driver.acknowledge({true, true, true, true});
  bench.run(500);
  EXPECT_FALSE(driver.pending().coalesced) << "an interrupt for nothing";
  addresses = chain(1);
  driver.start_chain(addresses[0]);
  ASSERT_TRUE(wait_until_idle());
  EXPECT_FALSE(driver.pending().coalesced);
  bench.run(320);
  EXPECT_TRUE(driver.pending().coalesced);
}

TEST_F(Interrupt, moves_without_the_flag_do_not_count) {
  driver.coalesce(1, 10);
  std::vector<Move> moves;
  for (unsigned i = 0; i < 4; ++i) moves.push_back(some_move(i));
  const auto addresses = build(moves);
  driver.start_chain(addresses[0]);
  ASSERT_TRUE(wait_until_idle());
  bench.run(50);
  EXPECT_FALSE(driver.pending().coalesced);
  EXPECT_FALSE(driver.pending().move_done);
  EXPECT_TRUE(driver.pending().chain_end);
}

TEST_F(Interrupt, every_coalesced_one_of_a_long_chain_is_counted) {
  for (unsigned count = 1; count <= 5; ++count) {
    driver.soft_reset();
    ASSERT_TRUE(bench.run_until([&] { return !driver.status().aborting; }, 100));
    driver.coalesce(static_cast<std::uint16_t>(count), 0);
    driver.enable(coalesced);
    bench.port(0).timing.latency = bench.port(1).timing.latency = 60;
    const auto addresses = chain(40);
    driver.start_chain(addresses[0]);
    unsigned served = 0;
    const auto end = bench.cycle() + 30000;
    while (!driver.status().idle || bench.irq()) {
      ASSERT_LT(bench.cycle(), end);
      if (!bench.irq()) continue;
      driver.acknowledge(coalesced);
      ++served;
    }
    // Served slower than they come, some fall together; none may be missing at the end.
    EXPECT_LE(served, 40 / count);
    EXPECT_GE(served, 1u);
    EXPECT_EQ(bench.read(0x40), 40 % count);
  }
}

}  // namespace
}  // namespace isochron::rtl
