// SPDX-License-Identifier: Apache-2.0
// Cycles and beats: no clock on the wall, so exact. Both ends are counted, from the cycle that presents the command to
// the one with its status.
#include <gtest/gtest.h>

#include <algorithm>

#include "long_form.h"
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

/// Of a command alone in the core, without stalls: its cycles less the beats that depend on each other and latencies.
std::uint64_t cycles_beyond(CoreDut& core, const Command& command, unsigned latency) {
  Surroundings surroundings;
  surroundings.latency(latency);
  CoreBench bench(core, surroundings);
  bench.send(command);
  EXPECT_TRUE(bench.drain()) << to_string(command);
  const auto verdict = bench.verdict();
  EXPECT_TRUE(verdict.empty()) << verdict.front() << "\n" << to_string(command);
  const auto latencies = command.reads_memory() ? 2 : 1;
  return cycles(bench.finished()[0]) - MoverModel(core.parameters(), 0).dependent_beats(command) - latencies * latency;
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

bool joined(const Command& c, std::int32_t stride) {
  return c.rows > 1 && static_cast<std::uint32_t>(stride) == c.row_bytes;
}

/// Cycles beyond beats that depend on each other and latencies: 5, and what has a reason of its own.
std::uint64_t allowance(const Command& c, const CoreParameters& core, std::uint64_t latency) {
  // An XOR's sources pass one after another, each piece through a memory that is turned round in between.
  const auto word = std::uint64_t{core.word_bytes};
  const auto piece = std::min<std::uint64_t>(core.max_burst * word, 4096);
  if (c.op == xor_op) return 5 + 3 * c.planes * c.rows * ((c.row_bytes + piece - 1) / piece);
  const bool copies = c.op == copy_op;
  const bool from = copies && joined(c, c.src_row_stride);
  const bool to = joined(c, c.dst_row_stride);

  // Joined rows of three words or less wait for their length, which is a product; so do those of which a chunk holds
  // only a word or two.
  const bool is_brief = c.row_bytes <= 3 * word;
  const auto waits = [&](std::uint64_t address) -> std::uint64_t {
    const auto words = (piece - address % piece + word - 1) / word;
    return is_brief || words == 1 ? 2 : words == 2 ? 1 : 0;
  };
  // A first segment of one word waits for the second.
  const auto lane = copies ? c.src % word : 0;
  const auto first_segment = std::uint64_t{c.row_bytes} * (from ? c.rows : 1);
  const bool is_alone = (from ? c.planes : c.rows * c.planes) > 1 && lane + first_segment <= word;
  const auto late = (from ? waits(c.src) : 0) + (is_alone ? 1 : 0);

  // The destination waits while words are on their way. Of longer rows a first beat that needs two words waits less.
  const auto meanwhile = (copies ? latency : 0) + (!is_brief && lane > c.dst % word ? 1 : 0);
  auto behind = to ? waits(c.dst) : 0;
  behind -= std::min(behind, meanwhile);
  // So it does while the second word is late; for the third, which alone is late by one, that is too late.
  const bool is_third = from && late == 1;
  if (behind < 2 || !is_third) behind -= std::min(behind, late);
  // A word whose end is the first beat of the next burst.
  for (std::uint32_t plane = 0; plane < c.planes; ++plane) {
    for (std::uint32_t row = to ? c.rows - 1 : 0; row < c.rows; ++row) {
      const auto ends = destination_row(c, plane, row, core.address_bits) + c.row_bytes;
      const auto last = copies ? source_row(c, plane, row, core.address_bits) + c.row_bytes - 1 : c.row_bytes - 1;
      const auto brought = std::min(last % word + 1, from ? word : std::uint64_t{c.row_bytes});
      const auto beyond = ends % piece;
      behind += beyond && beyond < brought && beyond < c.row_bytes * std::uint64_t{to ? c.rows : 1};
    }
  }
  // The words come one a cycle. One that finds the word before it waiting goes through the queue's memory, which takes
  // it two cycles longer than one that need not; so once two cycles behind, the core is three.
  const auto queued = behind >= 2 ? 1 : 0;
  // Where only the source's rows are joined, a word may hold the end of one row and the beginning of the next, which
  // are written apart.
  return 5 + late + behind + queued + (from && !to ? c.rows * c.planes : 0);
}

/// Alone in the core, no stalls: the beats that depend on each other, two latencies, and the allowance; nearly all need
/// all of it, but for those of which it says up to.
TEST_P(RandomSingleCommand, KeepsTheBound) {
  const auto core = make_core(GetParam(), 3);
  RandomCommands::Limits limits;
  limits.bad_percent = 0;
  limits.streams = false;
  RandomCommands random(core->parameters(), limits, 5);
  unsigned exact = 0;
  unsigned reached = 0;
  for (unsigned i = 0; i < (long_form() ? 2000u : 300u); ++i) {
    const auto command = random.next();
    const auto latency = i % 3 * 5;
    const auto beyond = cycles_beyond(*core, command, latency);
    const auto allowed = allowance(command, core->parameters(), latency);
    EXPECT_LE(beyond, allowed) << "latency " << latency << "\n" << to_string(command);
    if (command.op == xor_op ||
        (command.op == copy_op && joined(command, command.src_row_stride) && !joined(command, command.dst_row_stride)))
      continue;
    ++exact;
    reached += beyond == allowed;
  }
  EXPECT_GE(reached * 100, exact * 85);
}

/// Rows of up to four words and a byte, joined at the destination only, at all lanes and strides of the source: what
/// is lost is exactly what is allowed.
TEST(Performance, RowsJoinedAtTheDestinationKeepTheBound) {
  for (const auto* name : {"32", "64"}) {
    const auto core = make_core(name, 1);
    const auto word = core->parameters().word_bytes;
    if (word > 4 && !long_form()) continue;
    const auto piece = core->parameters().max_burst * word;
    std::array<unsigned, 4> lost{};
    for (std::uint32_t bytes = 1; bytes <= 4 * word + 1; ++bytes) {
      for (const unsigned rows : {2u, 3u, 8u}) {
        // Source lane and stride, destination lane; the last round is of FILLs.
        for (unsigned lanes = 0; lanes <= word * word * word; ++lanes) {
          auto c =
              rows_of(lanes % word, lanes / word % word + 4 * piece, bytes, rows, static_cast<std::int32_t>(bytes));
          c.src_row_stride = static_cast<std::int32_t>(32 * word + lanes / word / word);
          if (lanes == word * word * word) c.op = fill_op;
          for (const unsigned latency : {0u, 1u, 2u}) {
            const auto beyond = cycles_beyond(*core, c, latency);
            ASSERT_EQ(beyond, allowance(c, core->parameters(), latency)) << "latency " << latency << "\n"
                                                                         << to_string(c);
            ++lost.at(beyond - 5);
          }
        }
      }
    }
    for (const auto times : lost) EXPECT_GT(times, 0u);
  }
}

/// The same, and joined on both sides, in front of ends of chunks: never more, and nearly always all of it.
TEST(Performance, JoinedRowsBeforeEndsOfChunksKeepTheBound) {
  for (const auto* name : {"32", "64", "512"}) {
    const auto core = make_core(name, 1);
    const auto word = core->parameters().word_bytes;
    if (word > 4 && !long_form()) continue;
    const auto piece = std::min(core->parameters().max_burst * word, 4096u);
    const auto step = std::max(1u, word / 5);
    unsigned moves = 0;
    unsigned reached = 0;
    std::uint64_t most = 0;
    const auto move = [&](const Command& c, unsigned latency) {
      const auto beyond = cycles_beyond(*core, c, latency);
      const auto allowed = allowance(c, core->parameters(), latency);
      EXPECT_LE(beyond, allowed) << "latency " << latency << "\n" << to_string(c);
      ++moves;
      reached += beyond == allowed;
      most = std::max(most, beyond);
    };
    // Words before the end, lanes, and what of it is in the rows.
    for (const unsigned from : {1u, 2u, 3u, 9u}) {
      for (const unsigned to : {1u, 2u, 3u, 5u}) {
        for (unsigned lanes = 0; lanes < word * word; lanes += step) {
          for (const unsigned bytes : {word + 1, 3 * word, 3 * word + 1}) {
            auto c = rows_of(4 * piece - from * word + lanes / word, 4 * piece - to * word + lanes % word, bytes,
                             lanes % 2 ? 2 : 5, static_cast<std::int32_t>(bytes));
            for (const unsigned latency : {0u, 1u}) move(c, latency);
            c.src_row_stride = static_cast<std::int32_t>(32 * word + 1);
            for (const unsigned latency : {0u, 1u}) move(c, latency);
            c.op = fill_op;
            if (lanes < word) move(c, 0);
          }
        }
      }
    }
    EXPECT_GE(reached * 100, moves * 95);
    EXPECT_EQ(most, 9u);
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
      EXPECT_EQ(cycles_beyond(*core, c, pair % 3 * 5), 5u) << to_string(c);
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
