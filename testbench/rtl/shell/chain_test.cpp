// SPDX-License-Identifier: Apache-2.0
// Chains that go well: lists, rings, tails, pauses, and the direct command between them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <isochron/dma/block_mover/descriptor_ring.h>

#include "chain_fixture.h"

namespace isochron::rtl {
namespace {

using block_mover::ChainError;
using block_mover::Descriptor;
using block_mover::DescriptorRing;
using block_mover::Move;
using block_mover::MoveError;
using block_mover::Port;

class Chain : public ChainFixture {};

/// Latency, stalls and parameters by a number.
class ChainUnder : public ChainFixture, public ::testing::WithParamInterface<unsigned> {
 protected:
  ChainUnder() : ChainFixture(GetParam() + 100, GetParam() < 6 ? ShellVariant::standard : ShellVariant::small) {
    static constexpr unsigned latencies[] = {0, 0, 10, 10, 50, 3};
    static constexpr unsigned stalls[] = {0, 30, 0, 30, 10, 80};
    for (unsigned port = 0; port < 3; ++port) {
      auto& timing = bench.port(port).timing;
      timing.latency = latencies[GetParam() % 6];
      timing.stall_all(stalls[GetParam() % 6]);
      timing.write_order = static_cast<WriteOrder>((GetParam() + port) % 3);
    }
  }
};

TEST_P(ChainUnder, a_list_is_carried_out_and_written_back) {
  for (unsigned length = 1; length <= 24; ++length) {
    std::vector<Move> moves;
    ExpectedMemory expected(bench);
    for (unsigned i = 0; i < length; ++i) moves.push_back(some_move(i));
    const auto addresses = build(moves, 0x10000 + 0x1000 * length, 64 * (1 + random.below(3)));
    driver.start_chain(addresses[0]);
    ASSERT_TRUE(wait_until_idle(60000)) << length;
    expect_done(addresses, moves);
    for (const auto& move : moves) expected.apply(move);
    ASSERT_EQ(expected.difference(), "") << length;
    EXPECT_EQ(driver.chain_stop().error, ChainError::none);
    EXPECT_EQ(driver.next(), 3u);  // the last one's pointer, which nobody follows
  }
  EXPECT_EQ(driver.counters().descriptors, 300u);
  EXPECT_EQ(bench.counts(port_d).read_bursts, 300u);
  EXPECT_EQ(bench.counts(port_d).write_bursts, 300u);
}

TEST_P(ChainUnder, a_ring_follows_its_tail) {
  DescriptorRing ring(driver, bench, region + 0x20000, 3 + GetParam());
  ExpectedMemory expected(bench);
  std::vector<Move> moves;
  unsigned pushed = 0, taken = 0;
  constexpr unsigned all = 60;
  const auto end = bench.cycle() + 100000;
  while (taken < all) {
    ASSERT_LT(bench.cycle(), end);
    if (pushed < all && random.chance(60)) {
      auto move = some_move(pushed, 100);
      if (ring.push(move)) {
        moves.push_back(move);
        ++pushed;
      }
    }
    if (random.chance(40)) bench.run(static_cast<unsigned>(random.below(60)));
    if (const auto result = ring.take()) {
      EXPECT_EQ(result->error, MoveError::none);
      EXPECT_EQ(result->tag, moves[taken].tag);
      EXPECT_EQ(result->bytes, moves[taken].row_bytes);
      ++taken;
    }
    bench.clock();
  }
  ASSERT_TRUE(bench.run_until([&] { return driver.status().at_tail; }, 1000));
  for (const auto& move : moves) expected.apply(move);
  EXPECT_EQ(expected.difference(), "");
  EXPECT_EQ(driver.counters().descriptors, all);
  const auto status = driver.status();
  EXPECT_TRUE(status.running && !status.idle && !status.stopped);
  driver.pause_chain();
  ASSERT_TRUE(wait_until_idle());
  EXPECT_EQ(bench.counts(port_d).read_bursts, all);
}

INSTANTIATE_TEST_SUITE_P(Timing, ChainUnder, ::testing::Range(0u, 12u));

/// Descriptors of packets of unknown length: what came is written back with its flags.
TEST_F(Chain, packets_are_told_in_their_descriptors) {
  const std::vector<std::int64_t> surpluses{0, -1, -60, 5, -64, 200, 0};
  std::vector<Move> moves;
  for (unsigned i = 0; i < surpluses.size(); ++i) {
    Move move;
    move.source_port = Port::stream;
    move.destination = 0x4003 + 0x100 * i;
    move.row_bytes = 64;
    moves.push_back(move);
    auto command = command_of(move);
    command.packet.surplus = surpluses[i];
    bench.source().add(packet_of(command, 8, 32));
  }
  const auto addresses = build(moves);
  driver.start_chain(addresses[0]);
  ASSERT_TRUE(wait_until_idle());
  for (unsigned i = 0; i < surpluses.size(); ++i) {
    const auto descriptor = descriptors.load(addresses[i]);
    EXPECT_TRUE(descriptor.done);
    EXPECT_EQ(descriptor.error, MoveError::none) << i;
    EXPECT_EQ(descriptor.is_short, surpluses[i] < 0) << i;
    EXPECT_EQ(descriptor.is_long, surpluses[i] > 0) << i;
    EXPECT_EQ(descriptor.moved, 64 + std::min<std::int64_t>(surpluses[i], 0)) << i;
    const auto first_beat = bench.source().packets()[i].first_beat;
    for (unsigned byte = 0; byte < descriptor.moved; ++byte)
      ASSERT_EQ(bench.memory(0).read(moves[i].destination + byte),
                stream_byte(bench.stream_seed(), first_beat + byte / 8, byte % 8));
  }
}

TEST_F(Chain, waits_at_the_tail_and_goes_on_when_it_moves) {
  std::vector<Move> moves;
  for (unsigned i = 0; i < 9; ++i) moves.push_back(some_move(i));
  const auto addresses = build(moves);
  driver.start_chain(addresses[0], addresses[2]);
  ASSERT_TRUE(bench.run_until([&] { return driver.status().at_tail; }, 2000));
  EXPECT_EQ(driver.counters().descriptors, 3u);
  EXPECT_EQ(driver.next(), addresses[3]);
  bench.run(300);
  EXPECT_EQ(driver.counters().descriptors, 3u);
  EXPECT_EQ(bench.counts(port_d).read_bursts, 3u);

  // The same tail once more is no movement.
  driver.move_tail(addresses[2]);
  bench.run(300);
  EXPECT_EQ(driver.counters().descriptors, 3u);

  driver.move_tail(addresses[3]);
  ASSERT_TRUE(bench.run_until([&] { return driver.counters().descriptors == 4; }, 2000));
  driver.move_tail(addresses[8]);
  ASSERT_TRUE(wait_until_idle());
  expect_done(addresses, moves);
  EXPECT_FALSE(driver.status().stopped);
}

TEST_F(Chain, nothing_beyond_the_tail_is_fetched) {
  bench.port(port_d).timing.latency = 20;
  std::vector<Move> moves;
  for (unsigned i = 0; i < 6; ++i) moves.push_back(some_move(i));
  const auto addresses = build(moves);
  for (unsigned tail = 0; tail < 6; ++tail) {
    // The next one is not ready until the tail says so.
    for (unsigned i = tail + 1; i < 6; ++i) bench.write_word(addresses[i], 0);
    if (tail) {
      Descriptor descriptor;
      descriptor.move = moves[tail];
      descriptor.next = tail < 5 ? addresses[tail + 1] : 0;
      descriptor.end_of_list = tail == 5;
      descriptor.cookie = 0xc00c1e00 + tail;
      descriptors.store(addresses[tail], descriptor);
      driver.move_tail(addresses[tail]);
    } else {
      driver.start_chain(addresses[0], addresses[0]);
    }
    bench.run(400);
    EXPECT_EQ(bench.counts(port_d).read_bursts, tail + 1);
  }
  EXPECT_TRUE(driver.status().idle);
  expect_done(addresses, moves);
}

TEST_F(Chain, a_start_is_not_held_by_where_the_last_chain_ended) {
  std::vector<Move> moves;
  for (unsigned i = 0; i < 3; ++i) moves.push_back(some_move(i));
  for (unsigned round = 0; round < 3; ++round) {
    const auto addresses = build(moves);
    driver.start_chain(addresses[0], addresses[2]);
    ASSERT_TRUE(wait_until_idle());
    expect_done(addresses, moves);
  }
}

TEST_F(Chain, a_high_tail_word_alone_does_not_move_the_tail) {
  std::vector<Move> moves;
  for (unsigned i = 0; i < 4; ++i) moves.push_back(some_move(i));
  const auto addresses = build(moves);
  driver.start_chain(addresses[0], addresses[1]);
  ASSERT_TRUE(bench.run_until([&] { return driver.status().at_tail; }, 2000));
  bench.write(0x5c, 7);
  bench.run(300);
  EXPECT_EQ(driver.counters().descriptors, 2u);
  bench.write(0x5c, 0);
  driver.move_tail(addresses[3]);
  ASSERT_TRUE(wait_until_idle());
  expect_done(addresses, moves);
}

TEST_F(Chain, a_pause_keeps_what_has_not_begun_and_next_goes_on) {
  for (unsigned pause_after = 0; pause_after < 120; pause_after += 3) {
    std::vector<Move> moves;
    ExpectedMemory expected(bench);
    for (unsigned i = 0; i < 8; ++i) moves.push_back(some_move(i, 64));
    const auto addresses = build(moves);
    driver.clear_counters();
    driver.start_chain(addresses[0]);
    bench.run(pause_after);
    driver.pause_chain();
    ASSERT_TRUE(wait_until_idle());
    const auto done = driver.counters().descriptors;
    if (done < 8) {
      ASSERT_EQ(driver.next(), addresses[done]) << pause_after;
      for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(descriptors.load(addresses[i]).owned, i >= done);
      driver.start_chain(driver.next());
      ASSERT_TRUE(wait_until_idle());
    }
    EXPECT_EQ(driver.counters().descriptors, 8u);
    expect_done(addresses, moves);
    for (const auto& move : moves) expected.apply(move);
    ASSERT_EQ(expected.difference(), "") << pause_after;
  }
}

TEST_F(Chain, a_start_while_it_still_ends_follows_at_once) {
  std::vector<Move> moves;
  for (unsigned i = 0; i < 4; ++i) moves.push_back(some_move(i));
  const auto first = build(moves, 0x10000);
  const auto second = build(moves, 0x20000);
  bench.port(port_d).timing.latency = 200;
  driver.start_chain(first[0]);
  bench.run(500);
  driver.pause_chain();
  driver.start_chain(second[0]);
  ASSERT_TRUE(wait_until_idle());
  expect_done(second, moves);
}

TEST_F(Chain, a_direct_command_goes_between) {
  for (unsigned after = 0; after < 100; after += 7) {
    ExpectedMemory expected(bench);
    std::vector<Move> moves;
    for (unsigned i = 0; i < 12; ++i) moves.push_back(some_move(i));
    auto direct = some_move(100);
    const auto addresses = build(moves);
    driver.start_chain(addresses[0]);
    bench.run(after);
    driver.start(direct);
    ASSERT_TRUE(wait_until_idle());
    const auto result = driver.result();
    ASSERT_TRUE(result);
    EXPECT_EQ(result->tag, direct.tag);
    EXPECT_EQ(result->bytes, direct.row_bytes);
    expect_done(addresses, moves);
    for (const auto& move : moves) expected.apply(move);
    expected.apply(direct);
    ASSERT_EQ(expected.difference(), "") << after;
  }
}

TEST_F(Chain, after_earlier_orders_moves_that_depend_on_each_other) {
  // Writes that wait long: the next move's reads would overtake them.
  bench.port(0).timing.stall_w = 90;
  ExpectedMemory expected(bench);
  std::vector<Move> moves;
  for (unsigned i = 0; i < 6; ++i) {
    Move move;
    move.source = 0x1000 + 0x100 * i;
    move.destination = 0x1000 + 0x100 * (i + 1);
    move.row_bytes = 200;
    move.after_earlier = i;
    moves.push_back(move);
  }
  const auto addresses = build(moves);
  driver.start_chain(addresses[0]);
  ASSERT_TRUE(wait_until_idle());
  for (const auto& move : moves) expected.apply(move);
  EXPECT_EQ(expected.difference(), "");
  expect_done(addresses, moves);
}

TEST_F(Chain, a_failure_after_a_pause_is_kept) {
  // The chain is paused and started again while a write-back is on its way that will be refused.
  bench.port(port_d).timing.latency = 300;
  const std::vector<Move> moves{some_move(0), some_move(1)};
  const auto first = build(moves, 0x10000);
  const auto second = build(moves, 0x20000);
  bench.port(port_d).faults.add({first[0], first[0] + 15, slverr, false, true});
  driver.start_chain(first[0]);
  ASSERT_TRUE(bench.run_until([&] { return bench.counts(port_d).write_bursts == 1; }, 2000));
  driver.pause_chain();
  driver.start_chain(second[0]);
  ASSERT_TRUE(wait_until_idle());
  EXPECT_EQ(driver.chain_stop().error, ChainError::write_slverr);
  EXPECT_EQ(driver.chain_stop().address, first[0]);
  EXPECT_TRUE(descriptors.load(second[0]).owned);
}

TEST_F(Chain, a_failed_move_does_not_stop_it_unless_asked_to) {
  std::vector<Move> moves;
  for (unsigned i = 0; i < 8; ++i) moves.push_back(some_move(i));
  moves[2].row_bytes = 0;
  moves[5].source = std::uint64_t{1} << 32;
  auto addresses = build(moves);
  driver.start_chain(addresses[0]);
  ASSERT_TRUE(wait_until_idle());
  for (unsigned i = 0; i < 8; ++i) {
    const auto descriptor = descriptors.load(addresses[i]);
    EXPECT_EQ(descriptor.error, i == 2 || i == 5 ? MoveError::bad_command : MoveError::none) << i;
    EXPECT_TRUE(descriptor.done && !descriptor.owned);
  }
  EXPECT_EQ(driver.chain_stop().error, ChainError::none);
  EXPECT_TRUE(driver.pending().error);
  EXPECT_EQ(driver.counters().errors, 2u);

  addresses = build(moves);
  driver.stop_on_error(true);
  driver.clear_counters();
  driver.start_chain(addresses[0]);
  ASSERT_TRUE(wait_until_idle());
  const auto stop = driver.chain_stop();
  EXPECT_EQ(stop.error, ChainError::move_failed);
  EXPECT_EQ(stop.address, addresses[2]);
  EXPECT_TRUE(driver.status().stopped);
  const auto done = driver.counters().descriptors;
  EXPECT_GE(done, 3u);
  for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(descriptors.load(addresses[i]).owned, i >= done) << i;
  if (done < 8) {
    EXPECT_EQ(driver.next(), addresses[done]);
  }
}

}  // namespace
}  // namespace isochron::rtl
