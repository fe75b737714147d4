// SPDX-License-Identifier: Apache-2.0
// Single moves through the registers.
#include <gtest/gtest.h>

#include <isochron/dma/block_mover/block_mover_registers.h>

#include "chain_fixture.h"

namespace isochron::rtl {
namespace {

using block_mover::Move;
using block_mover::MoveError;
using block_mover::MoveResult;
using block_mover::Operation;
using block_mover::Port;

class Direct : public ChainFixture {
 protected:
  MoveResult run(const Move& move) {
    driver.start(move);
    EXPECT_TRUE(wait_until_idle());
    const auto result = driver.result();
    EXPECT_TRUE(result);
    return result.value_or(MoveResult{});
  }
};

TEST_F(Direct, capabilities_are_the_parameters) {
  const auto& c = driver.capabilities();
  EXPECT_TRUE(c.port_b && c.stream && c.combine);
  EXPECT_EQ(c.address_bits, 32u);
  EXPECT_EQ(c.data_bits, 64u);
  EXPECT_EQ(c.commands, 8u);
  EXPECT_EQ(c.prefetch, 4u);
  EXPECT_EQ(c.descriptors, 8u);
  EXPECT_EQ(c.outstanding, 16u);
  EXPECT_EQ(c.max_burst, 256u);
  EXPECT_EQ(c.buffer_words, unsigned{BLOCK_MOVER__CAPABILITY_BUFFER__WORDS_reset});
}

TEST_F(Direct, every_operation_moves_what_it_must) {
  Move move;
  move.row_bytes = 13;
  move.rows = 3;
  move.planes = 2;
  move.source_row_stride = 50;
  move.source_plane_stride = 400;
  move.destination_row_stride = -40;
  move.destination_plane_stride = 600;
  for (const auto operation : {Operation::copy, Operation::fill, Operation::combine}) {
    for (const auto from : {Port::a, Port::b}) {
      for (const auto to : {Port::a, Port::b}) {
        ExpectedMemory expected(bench);
        move.operation = operation;
        move.source_port = from;
        move.destination_port = to;
        move.source = operation == Operation::fill ? 0xffffffff12345678 : 0x10003;
        move.destination = 0x20005;
        ++move.tag;
        const auto result = run(move);
        EXPECT_EQ(result.error, MoveError::none);
        EXPECT_EQ(result.tag, move.tag);
        EXPECT_EQ(result.bytes, command_of(move).bytes_written());
        expected.apply(move);
        EXPECT_EQ(expected.difference(), "");
      }
    }
  }
}

TEST_F(Direct, random_moves) {
  for (unsigned i = 0; i < 60; ++i) {
    ExpectedMemory expected(bench);
    const auto move = some_move(i, 5000);
    EXPECT_EQ(run(move).error, MoveError::none);
    expected.apply(move);
    ASSERT_EQ(expected.difference(), "") << to_string(command_of(move));
  }
}

TEST_F(Direct, streams_in_and_out) {
  Move move;
  move.source_port = Port::stream;
  move.destination = 0x3000;
  move.row_bytes = 20;
  bench.source().add(packet_of(command_of(move), 8, 32));
  EXPECT_EQ(run(move).bytes, 20u);
  for (unsigned i = 0; i < 20; ++i)
    EXPECT_EQ(bench.memory(0).read(0x3000 + i), stream_byte(bench.stream_seed(), i / 8, i % 8));

  move.source_port = Port::a;
  move.source = 0x3000;
  move.destination_port = Port::stream;
  EXPECT_EQ(run(move).bytes, 20u);
  ASSERT_EQ(bench.sink().beats().size(), 3u);
  EXPECT_EQ(bench.sink().beats()[2].keep, 0x0fu);
  EXPECT_TRUE(bench.sink().beats()[2].last);
  EXPECT_FALSE(bench.sink().beats()[2].user);
}

/// Short, whole, long, with a hole: what the result says.
TEST_F(Direct, tells_how_a_packet_was) {
  Move move;
  move.source_port = Port::stream;
  move.destination = 0x3001;
  move.row_bytes = 20;
  const auto result_of = [&](std::int64_t surplus, std::uint64_t hole_beat) {
    auto command = command_of(move);
    command.packet.surplus = surplus;
    command.packet.hole_beat = hole_beat;
    bench.source().add(packet_of(command, 8, 32));
    return run(move);
  };
  const auto is_short = result_of(-3, 0);
  EXPECT_EQ(is_short.error, MoveError::none);
  EXPECT_TRUE(is_short.is_short);
  EXPECT_FALSE(is_short.is_long);
  EXPECT_EQ(is_short.bytes, 17u);
  const auto whole = result_of(0, 0);
  EXPECT_FALSE(whole.is_short);
  EXPECT_FALSE(whole.is_long);
  EXPECT_EQ(whole.bytes, 20u);
  const auto is_long = result_of(30, 0);
  EXPECT_EQ(is_long.error, MoveError::none);
  EXPECT_FALSE(is_long.is_short);
  EXPECT_TRUE(is_long.is_long);
  EXPECT_EQ(is_long.bytes, 20u);
  EXPECT_EQ(result_of(0, 2).error, MoveError::hole);
  EXPECT_EQ(result_of(0, 0).bytes, 20u);
}

TEST_F(Direct, bad_commands_are_answered) {
  Move good;
  good.source = 0x1000;
  good.destination = 0x2000;
  good.row_bytes = 64;
  const auto refused = [&](const Move& move) {
    ExpectedMemory expected(bench);
    const auto result = run(move);
    EXPECT_EQ(result.error, MoveError::bad_command) << to_string(command_of(move));
    EXPECT_EQ(result.bytes, 0u);
    EXPECT_EQ(expected.difference(), "");
  };
  auto move = good;
  move.row_bytes = 0;
  refused(move);
  move = good;
  move.rows = 0;
  refused(move);
  move = good;
  move.planes = 0;
  refused(move);
  move = good;
  move.row_bytes = (1u << 24) + 1;
  refused(move);
  move = good;
  move.source_port = static_cast<Port>(3);
  refused(move);
  move = good;
  move.operation = static_cast<Operation>(3);
  refused(move);
  move = good;
  move.source = std::uint64_t{1} << 32;
  refused(move);
  move = good;
  move.destination = std::uint64_t{1} << 63;
  refused(move);
  move = good;
  move.operation = Operation::fill;
  move.destination = std::uint64_t{1} << 40;
  refused(move);
  EXPECT_EQ(run(good).error, MoveError::none);
}

TEST_F(Direct, moves_that_wrap_round_the_address_space_fail) {
  Move move;
  move.source = 0x1000;
  move.destination = 0xffffffe0;
  move.row_bytes = 64;
  ExpectedMemory expected(bench);
  SparseMemory before(bench.memory(0));
  const auto result = run(move);
  EXPECT_EQ(result.error, MoveError::bad_command);
  EXPECT_LE(result.bytes, 32u);
  // What lies before the end may have been written, nothing else.
  SparseMemory& memory = bench.memory(0);
  for (unsigned i = 0; i < 32; ++i) {
    const auto value = memory.read(move.destination + i);
    EXPECT_TRUE(value == memory.read(move.source + i) || value == before.read(move.destination + i)) << i;
    memory.write(move.destination + i, before.read(move.destination + i));
  }
  EXPECT_EQ(expected.difference(), "");
}

TEST_F(Direct, error_responses_are_reported) {
  Move move;
  move.source = 0x1000;
  move.destination = 0x2000;
  move.row_bytes = 64;
  const auto with_fault = [&](std::uint64_t place, AxiResponse response) {
    bench.port(0).faults.clear();
    bench.port(0).faults.add({place, place, response, true, true});
    return run(move).error;
  };
  EXPECT_EQ(with_fault(0x1010, slverr), MoveError::read_slverr);
  EXPECT_EQ(with_fault(0x1010, decerr), MoveError::read_decerr);
  EXPECT_EQ(with_fault(0x2010, slverr), MoveError::write_slverr);
  EXPECT_EQ(with_fault(0x2010, decerr), MoveError::write_decerr);
  bench.port(0).faults.clear();
  EXPECT_EQ(run(move).error, MoveError::none);
  EXPECT_EQ(driver.counters().errors, 4u);
}

TEST_F(Direct, counters_count) {
  Move move;
  move.source = 0x1000;
  move.destination = 0x2000;
  move.row_bytes = 256;
  bench.port(0).timing.latency = 20;
  run(move);
  run(move);
  auto counters = driver.counters();
  EXPECT_EQ(counters.bytes, 512u);
  EXPECT_EQ(counters.moves, 2u);
  EXPECT_EQ(counters.errors, 0u);
  EXPECT_EQ(counters.descriptors, 0u);
  EXPECT_GE(counters.busy_cycles, 2 * (32u + 40u));
  EXPECT_LE(counters.busy_cycles, 2 * (32u + 40u + 8u));
  EXPECT_GE(counters.stall_read_cycles, 2 * 15u);
  EXPECT_EQ(counters.stall_write_cycles, 0u);
  EXPECT_EQ(counters.stall_address_cycles, 0u);

  bench.port(0).timing.stall_w = 80;
  run(move);
  EXPECT_GT(driver.counters().stall_write_cycles, 32u);
  bench.port(0).timing = {};
  bench.port(0).timing.stall_ar = 95;
  driver.clear_counters();
  EXPECT_EQ(driver.counters().bytes, 0u);
  EXPECT_EQ(driver.counters().moves, 0u);
  for (unsigned i = 0; i < 8; ++i) run(move);
  counters = driver.counters();
  EXPECT_GT(counters.stall_address_cycles, 8u);
  EXPECT_EQ(counters.bytes, 8u * 256u);
}

TEST_F(Direct, a_move_with_its_flag_interrupts) {
  Move move;
  move.source = 0x1000;
  move.destination = 0x2000;
  move.row_bytes = 64;
  driver.enable({true, false, false, false});
  run(move);
  EXPECT_FALSE(driver.pending().move_done);
  EXPECT_FALSE(bench.irq());
  move.interrupt = true;
  run(move);
  EXPECT_TRUE(driver.pending().move_done);
  EXPECT_TRUE(bench.irq());
  driver.acknowledge({true, false, false, false});
  EXPECT_FALSE(driver.pending().move_done);
  EXPECT_FALSE(bench.irq());
}

}  // namespace
}  // namespace isochron::rtl
