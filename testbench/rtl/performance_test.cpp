// SPDX-License-Identifier: Apache-2.0
// Cycles and beats: no clock on the wall, so exact. Both ends are counted, from the cycle that presents the command to
// the one with its status.
#include <gtest/gtest.h>

#include <algorithm>

#include "random_commands.h"
#include "rtl_run.h"
#include "segments.h"

namespace isochron::rtl {
namespace {

constexpr std::uint64_t source = RandomCommands::source_base;
constexpr std::uint64_t destination = RandomCommands::destination_base;

Command rows_of(std::uint64_t from, std::uint64_t to, std::uint32_t bytes, std::uint32_t rows, std::int32_t stride) {
  Command c;
  c.src = source + from;
  c.dst = destination + to;
  c.row_bytes = bytes;
  c.rows = rows;
  c.src_row_stride = c.dst_row_stride = stride;
  return c;
}

std::uint64_t cycles(const Finished& finished) {
  return finished.done - finished.presented + 1;
}

struct Cell {
  const char* name;
  Command command;
};

const std::vector<Cell>& cells() {
  static const std::vector<Cell> all{
      {"128 B", rows_of(0, 0, 128, 1, 128)},
      {"1 KB", rows_of(0, 0, 1024, 1, 1024)},
      {"4 KB", rows_of(0, 0, 4096, 1, 4096)},
      {"128 KB", rows_of(0, 0, 131072, 1, 131072)},
      {"4 KB, offsets 3 -> 5", rows_of(3, 5, 4096, 1, 4096)},
      {"32 rows of 32 B", rows_of(0, 0, 32, 32, 64)},
      {"32 rows of 32 B, offsets 3 -> 5", rows_of(3, 5, 32, 32, 37)},
      {"32 joined rows of 32 B", rows_of(0, 0, 32, 32, 32)},
      {"32 joined rows of 32 B, offsets 3 -> 5", rows_of(3, 5, 32, 32, 32)},
  };
  return all;
}

TEST(Performance, EveryCellKeepsTheBound) {
  for (const auto& cell : cells()) {
    for (const unsigned latency : {0u, 10u, 50u}) {
      CoreRun run;
      run.surroundings.latency(latency);
      const auto core = make_core("64", 1);
      CoreBench bench(*core, run.surroundings);
      bench.send(cell.command);
      ASSERT_TRUE(bench.drain());
      ASSERT_TRUE(bench.verdict().empty());
      const MoverModel model(core->parameters(), 0);
      const auto beats = std::max(model.smallest_read_beats(cell.command), model.smallest_write_beats(cell.command));
      EXPECT_EQ(cycles(bench.finished()[0]), beats + 2 * latency + 5) << cell.name << ", latency " << latency;
    }
  }
}

class RandomSingleCommand : public testing::TestWithParam<const char*> {};

/// Cycles beyond beats that depend on each other and latencies: 5, and what has a reason of its own.
std::uint64_t allowance(const Command& c, const CoreParameters& core) {
  const auto joined = [&](std::int32_t stride) {
    return c.rows > 1 && static_cast<std::uint32_t>(stride) == c.row_bytes;
  };
  // An XOR's sources pass one after another, each piece through a memory that is turned round in between.
  const auto piece = std::min<std::uint64_t>(std::uint64_t{core.max_burst} * core.word_bytes, 4096);
  if (c.op == xor_op) return 5 + 3 * c.planes * c.rows * ((c.row_bytes + piece - 1) / piece);
  const bool from = c.op == copy_op && joined(c.src_row_stride);
  const bool to = joined(c.dst_row_stride);
  // Joined rows of three words or less wait for their length, which is a product; so does a first burst of one word, at
  // a chunk's end. A first segment of one word waits for the second.
  const auto ends_chunk = [&](std::uint64_t address) { return address % piece >= piece - 2 * core.word_bytes; };
  const bool begins = (from && (c.row_bytes <= 3 * core.word_bytes || ends_chunk(c.src))) ||
                      (to && (c.row_bytes <= 3 * core.word_bytes || ends_chunk(c.dst)));
  const bool follows = c.rows * c.planes > 1 && c.row_bytes <= core.word_bytes;
  // A word whose end is the first beat of the next burst.
  const auto segments = destination_segments(c, core.address_bits);
  const auto crosses = std::count_if(segments.begin(), segments.end(), [&](const Segment& s) {
    return s.address / piece != (s.address + s.bytes - 1) / piece;
  });
  // Where only the source's rows are joined, a word may hold the end of one row and the beginning of the next, which
  // are written apart.
  return 5 + (begins ? 2 : 0) + (follows ? 1 : 0) + static_cast<std::uint64_t>(crosses) +
         (from && !to ? c.rows * c.planes : 0);
}

/// Alone in the core, no stalls: the beats that depend on each other, two latencies, and the allowance.
TEST_P(RandomSingleCommand, KeepsTheBound) {
  const auto core = make_core(GetParam(), 3);
  RandomCommands::Limits limits;
  limits.bad_percent = 0;
  limits.streams = false;
  RandomCommands random(core->parameters(), limits, 5);
  for (unsigned i = 0; i < (long_form() ? 2000u : 300u); ++i) {
    const auto command = random.next();
    Surroundings surroundings;
    surroundings.latency(i % 3 * 5);
    CoreBench bench(*core, surroundings);
    bench.send(command);
    ASSERT_TRUE(bench.drain()) << to_string(command);
    const auto verdict = bench.verdict();
    ASSERT_TRUE(verdict.empty()) << verdict.front() << "\n" << to_string(command);
    const auto latencies = command.reads_memory() ? 2 : 1;
    const auto beats = MoverModel(core->parameters(), 0).dependent_beats(command);
    EXPECT_LE(cycles(bench.finished()[0]),
              beats + latencies * surroundings.timing[0].latency + allowance(command, core->parameters()))
        << to_string(surroundings) << "\n"
        << to_string(command);
  }
}

/// 32 rows at every pair of lanes: no cycle is lost between words and beats, however strides change their lanes.
TEST(Performance, EveryPairOfLanesKeepsTheBound) {
  const auto core = make_core("64", 1);
  struct Shape {
    std::uint32_t bytes;
    std::int32_t from;
    std::int32_t to;
  };
  for (const auto& shape : {Shape{32, 1001, 1503},
                            {32, 1003, 1505},
                            {32, 37, 37},
                            {32, 1002, 1504},
                            {32, 64, 64},
                            {32, 32, 32},
                            {33, 40, 43},
                            {17, 1001, 1503},
                            {100, 1001, 1503}}) {
    for (unsigned pair = 0; pair < 64; ++pair) {
      Command c = rows_of(pair / 8, pair % 8, shape.bytes, 32, shape.from);
      c.dst_row_stride = shape.to;
      Surroundings surroundings;
      surroundings.latency(pair % 3 * 5);
      CoreBench bench(*core, surroundings);
      bench.send(c);
      ASSERT_TRUE(bench.drain());
      ASSERT_TRUE(bench.verdict().empty());
      const auto beats = MoverModel(core->parameters(), 0).dependent_beats(c);
      EXPECT_EQ(cycles(bench.finished()[0]), beats + 2 * surroundings.timing[0].latency + 5) << to_string(c);
    }
  }
}

/// 16 bursts under way hide a latency of 500 cycles, and the buffer holds what they bring.
TEST(Performance, LongLatency) {
  for (const unsigned latency : {200u, 500u}) {
    Surroundings surroundings;
    surroundings.latency(latency);
    const auto core = make_core("64", 1);
    CoreBench bench(*core, surroundings);
    bench.send(rows_of(0, 0, 131072, 1, 131072));
    ASSERT_TRUE(bench.drain());
    EXPECT_EQ(cycles(bench.finished()[0]), 16384 + 2 * latency + 5);
  }
}

INSTANTIATE_TEST_SUITE_P(Width, RandomSingleCommand, testing::Values("32", "64", "512"),
                         [](const auto& test) { return std::string(test.param); });

/// Share of the bus in `moves` moves of `bytes` each, back to back.
double share(const std::vector<Command>& commands, const Surroundings& surroundings) {
  const auto core = make_core("64", 1);
  CoreBench bench(*core, surroundings);
  bench.send(commands);
  EXPECT_TRUE(bench.drain());
  EXPECT_TRUE(bench.verdict().empty());
  EXPECT_EQ(bench.counts(0).read_hold_up, 0u);
  std::uint64_t beats = 0;
  for (const auto& c : commands) beats += c.bytes_written() / 8;
  return static_cast<double>(beats) /
         static_cast<double>(bench.finished().back().done - bench.finished().front().presented + 1);
}

TEST(Performance, ShortMovesBackToBack) {
  std::vector<Command> commands;
  for (unsigned i = 0; i < 16; ++i) commands.push_back(rows_of(i * 128, i * 128, 128, 1, 128));
  const std::array<std::pair<unsigned, double>, 3> wanted{{{0, .98}, {10, .91}, {50, .70}}};
  for (const auto& [latency, least] : wanted) {
    Surroundings surroundings;
    surroundings.latency(latency);
    EXPECT_GE(share(commands, surroundings), least) << "latency " << latency;
  }
}

/// Packets of the stream, each as long as its move: as if they were none.
TEST(Performance, PacketsBackToBack) {
  for (const unsigned to : {port_a, stream_port}) {
    std::vector<Command> commands;
    for (unsigned i = 0; i < 64; ++i) {
      auto c = rows_of(0, i * 128, 128, 1, 128);
      c.src_port = stream_port;
      c.dst_port = to;
      commands.push_back(c);
    }
    EXPECT_GE(share(commands, {}), .975);
  }
}

TEST(Performance, LongMoveUnderStalls) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Surroundings surroundings;
    surroundings.seed = seed;
    surroundings.latency(10);
    surroundings.stall_memories(25);
    EXPECT_GE(share({rows_of(0, 0, 131072, 1, 131072)}, surroundings), .735) << "seed " << seed;
  }
}

}  // namespace
}  // namespace isochron::rtl
