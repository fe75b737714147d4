// SPDX-License-Identifier: Apache-2.0
// Error responses anywhere, abort at any time: a defined error each, AXI unbroken, the next command whole.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "long_form.h"
#include "random_commands.h"
#include "rtl_run.h"

namespace isochron::rtl {
namespace {

constexpr std::uint64_t source = RandomCommands::source_base;
constexpr std::uint64_t destination = RandomCommands::destination_base;

Command copy(std::uint64_t from, std::uint64_t to, std::uint32_t bytes, unsigned tag) {
  Command c;
  c.src = from;
  c.dst = to;
  c.row_bytes = bytes;
  c.tag = tag;
  return c;
}

/// A bad beat in each place of a burst of each direction, between two commands that are well.
TEST(Errors, AtEveryBeatOfABurst) {
  for (const auto response : {slverr, decerr}) {
    for (const bool write : {false, true}) {
      for (unsigned beat = 0; beat < 40; ++beat) {
        for (const unsigned latency : {0u, 10u}) {
          CoreRun run;
          run.surroundings.latency(latency);
          run.surroundings.stall_memories(beat % 3 * 20);
          // 37 beats from an odd place, two bursts on the side of the destination.
          run.commands = {copy(source, destination, 100, 1), copy(source + 0x10003, destination + 0x10f85, 300, 2),
                          copy(source + 0x20001, destination + 0x20002, 100, 3)};
          const auto place = (write ? destination + 0x10f80 : source + 0x10000) + 8 * beat;
          run.faults[0].push_back({place, place, response, !write, write});
          const auto report = report_of(run);
          ASSERT_TRUE(report.empty()) << "beat " << beat << "\n" << report;
        }
      }
    }
  }
}

TEST(Errors, TheFirstOfSeveralIsReported) {
  CoreRun run;
  run.commands = {copy(source, destination, 4096, 1), copy(source + 0x10000, destination + 0x10000, 64, 2)};
  run.faults[0].push_back({source + 0x100, source + 0x107, decerr, true, false});
  run.faults[0].push_back({source + 0x800, source + 0x807, slverr, true, false});
  const auto core = make_core("64", 1);
  CoreBench bench(*core, run.surroundings);
  for (const auto& range : run.faults[0]) bench.port(0).faults.add(range);
  bench.send(run.commands);
  ASSERT_TRUE(bench.drain());
  EXPECT_EQ(bench.finished()[0].error, read_decerr);
  EXPECT_EQ(bench.finished()[1].error, no_error);
  EXPECT_TRUE(bench.verdict().empty());
}

class RandomFaultsOn : public testing::TestWithParam<const char*> {};

TEST_P(RandomFaultsOn, EndTheirCommandAlone) {
  const unsigned runs = long_form() ? 500 : 50;
  for (unsigned i = 0; i < runs; ++i) {
    CoreRun run;
    run.core = GetParam();
    run.surroundings.seed = 700 + i;
    Random random(run.surroundings.seed);
    run.surroundings.latency(static_cast<unsigned>(random.below(12)));
    run.surroundings.stall_memories(static_cast<unsigned>(random.below(50)));
    run.surroundings.done_stall = run.surroundings.command_stall = static_cast<unsigned>(random.below(60));
    RandomCommands::Limits limits;
    limits.windows = true;
    limits.streams = false;
    limits.longest_row = 3000;
    RandomCommands commands(make_core(run.core, 1)->parameters(), limits, run.surroundings.seed);
    run.commands = commands.next(60);
    // A bad place somewhere in what every other command touches.
    for (const auto& c : run.commands) {
      if (random.chance(50) || !c.row_bytes || c.row_bytes > 4096) continue;
      const bool write = c.op == fill_op || random.chance(50);
      const auto port = (write ? c.dst_port : c.src_port) & 1;
      const auto place = (write ? c.dst : c.src) + random.below(c.row_bytes);
      run.faults[port].push_back({place, place + random.below(20), random.chance(50) ? slverr : decerr, !write, write});
    }
    const auto report = report_of(run);
    ASSERT_TRUE(report.empty()) << "run " << i << "\n" << report;
  }
}

INSTANTIATE_TEST_SUITE_P(Width, RandomFaultsOn, testing::Values("32", "64", "512", "small", "plain"),
                         [](const auto& test) { return std::string(test.param); });

class RandomAbortsOn : public testing::TestWithParam<const char*> {};

/// Aborts at random, some of them twice, among commands with faults: what is accepted ends, what comes later is whole.
TEST_P(RandomAbortsOn, EndWhatIsAccepted) {
  const unsigned runs = long_form() ? 500 : 60;
  for (unsigned i = 0; i < runs; ++i) {
    CoreRun run;
    run.core = GetParam();
    run.surroundings.seed = 9000 + i;
    Random random(run.surroundings.seed);
    run.surroundings.latency(static_cast<unsigned>(random.below(30)));
    run.surroundings.stall_memories(i % 3 ? static_cast<unsigned>(random.below(60)) : 0);
    run.surroundings.done_stall = run.surroundings.command_stall = i % 2 ? static_cast<unsigned>(random.below(60)) : 0;
    RandomCommands::Limits limits;
    limits.windows = true;
    limits.streams = false;
    limits.longest_row = i % 4 ? 600 : 3000;
    RandomCommands commands(make_core(run.core, 1)->parameters(), limits, run.surroundings.seed);
    run.commands = commands.next(60);
    for (const auto& c : run.commands) {
      if (random.chance(80) || !c.row_bytes || c.row_bytes > 4096) continue;
      const bool write = c.op == fill_op || random.chance(50);
      const auto place = (write ? c.dst : c.src) + random.below(c.row_bytes);
      run.faults[(write ? c.dst_port : c.src_port) & 1].push_back({place, place + 8, slverr, !write, write});
    }
    const auto period = 20 + random.below(300);
    const auto seed = run.surroundings.seed;
    run.each_cycle = [period, seed](CoreBench& bench) {
      // By the cycle alone, so that a shorter list of commands sees the same aborts.
      const auto draw = Random::mix(seed ^ Random::mix(bench.cycle()));
      if (draw % period == 0 || (draw % 3 == 0 && Random::mix(seed ^ Random::mix(bench.cycle() - 1)) % period == 0))
        bench.abort();
    };
    const auto report = report_of(run);
    ASSERT_TRUE(report.empty()) << "run " << i << "\n" << report;
  }
}

INSTANTIATE_TEST_SUITE_P(Width, RandomAbortsOn, testing::Values("32", "64", "512", "small", "plain"),
                         [](const auto& test) { return std::string(test.param); });

struct AbortCase {
  const char* name;
  Command victim;
  unsigned latency;
  unsigned stall;
};

void PrintTo(const AbortCase& test, std::ostream* out) {
  *out << test.name;
}

Command shaped(unsigned op, unsigned from, unsigned to, std::uint32_t bytes, std::uint32_t rows, std::uint32_t planes) {
  auto c = copy(source + 0x10003, destination + 0x10fa1, bytes, 7);
  c.op = op;
  c.src_port = from;
  c.dst_port = to;
  c.rows = rows;
  c.planes = planes;
  c.src_row_stride = static_cast<std::int32_t>(bytes) + 13;
  c.dst_row_stride = static_cast<std::int32_t>(bytes) + 5;
  c.src_plane_stride = 2048;
  c.dst_plane_stride = 1024;
  return c;
}

class AbortDuring : public testing::TestWithParam<AbortCase> {};

/// Abort in each cycle from before the command to after its end; then a command that must be whole.
TEST_P(AbortDuring, AnyCycleOfACommand) {
  const auto& test = GetParam();
  bool finished_before_abort = false;
  for (std::uint64_t at = 0; !finished_before_abort; ++at) {
    ASSERT_LT(at, 5000u);
    Surroundings surroundings;
    surroundings.latency(test.latency);
    surroundings.stall_memories(test.stall);
    surroundings.stream_in_stall = surroundings.stream_out_stall = test.stall;
    const auto core = make_core("64", 1);
    CoreBench bench(*core, surroundings);
    const auto first = bench.cycle();
    auto later = copy(source + 0x20000, destination + 0x20003, 77, 8);
    auto last = copy(source + 0x30002, destination + 0x30000, 200, 9);
    bench.send({test.victim, later});
    bool sent = false;
    while (!bench.done() || !sent) {
      if (bench.cycle() == first + at) bench.abort();
      if (bench.cycle() == first + at + 1 + at % 3) {
        bench.send(last);
        sent = true;
      }
      bench.clock();
      ASSERT_LT(bench.cycle(), first + at + 4000) << "abort in cycle " << at << ": nothing ends";
    }
    bench.drain();
    ASSERT_EQ(bench.finished().size(), 3u);
    ASSERT_EQ(bench.finished()[2].error, no_error) << "the command after the abort in cycle " << at;
    const auto verdict = bench.verdict();
    ASSERT_TRUE(verdict.empty()) << "abort in cycle " << at << " of " << to_string(test.victim) << ": "
                                 << verdict.front();
    finished_before_abort = bench.finished()[0].error == no_error && bench.finished()[0].done < first + at &&
                            bench.finished()[1].done < first + at;
  }
}

/// An abort takes the command that is accepted in its very cycle with it, whatever stands before that, and none that
/// comes later.
TEST_P(AbortDuring, TheCycleOfAnAcceptance) {
  const auto& test = GetParam();
  std::vector<unsigned> met(3);
  for (std::uint64_t at = 0; at < 40 && !met[2]; ++at) {
    Surroundings surroundings;
    surroundings.latency(test.latency);
    surroundings.stall_memories(test.stall);
    surroundings.stream_in_stall = surroundings.stream_out_stall = test.stall;
    const auto core = make_core("64", 1);
    CoreBench bench(*core, surroundings);
    const auto abort = bench.cycle() + at;
    bench.send({copy(source + 0x20000, destination + 0x20003, 3, 8),
                copy(source + 0x30002, destination + 0x30000, 5, 9), test.victim,
                copy(source + 0x40001, destination + 0x40000, 77, 10)});
    ASSERT_TRUE(bench.drain([abort](CoreBench& b) {
      if (b.cycle() == abort) b.abort();
    })) << "abort in cycle "
        << abort;
    ASSERT_EQ(bench.verdict(), std::vector<std::string>{}) << "abort in cycle " << abort;
    for (unsigned number = 0; number < 4; ++number) {
      const auto& finished = bench.finished()[number];
      if (finished.accepted > abort) {
        EXPECT_EQ(finished.error, no_error) << "accepted behind the abort";
      }
      if (finished.accepted != abort) continue;
      EXPECT_EQ(finished.error, aborted);
      EXPECT_EQ(finished.bytes, 0u);
      ASSERT_LT(number, 3u);
      ++met[number];
    }
  }
  EXPECT_EQ(met, std::vector<unsigned>(3, 1));
}

INSTANTIATE_TEST_SUITE_P(
    Case, AbortDuring,
    testing::Values(AbortCase{"Copy", shaped(copy_op, port_a, port_a, 300, 1, 1), 0, 0},
                    AbortCase{"CopyLatency", shaped(copy_op, port_a, port_a, 300, 1, 1), 20, 0},
                    AbortCase{"CopyStalls", shaped(copy_op, port_a, port_b, 150, 2, 1), 5, 60},
                    AbortCase{"Rows", shaped(copy_op, port_b, port_a, 21, 6, 2), 3, 0},
                    AbortCase{"Fill", shaped(fill_op, port_a, port_a, 200, 2, 1), 2, 20},
                    AbortCase{"StreamIn", shaped(copy_op, stream_port, port_a, 90, 2, 2), 6, 0},
                    AbortCase{"StreamInStalls", shaped(copy_op, stream_port, port_b, 90, 2, 1), 0, 50},
                    AbortCase{"StreamOut", shaped(copy_op, port_a, stream_port, 90, 2, 2), 6, 0},
                    AbortCase{"StreamOutStalls", shaped(copy_op, port_b, stream_port, 90, 2, 1), 0, 50},
                    AbortCase{"FillStream", shaped(fill_op, port_a, stream_port, 90, 2, 1), 0, 0},
                    AbortCase{"StreamThrough", shaped(copy_op, stream_port, stream_port, 90, 2, 1), 0, 30},
                    AbortCase{"Xor", shaped(xor_op, port_a, port_b, 90, 2, 4), 4, 0},
                    AbortCase{"XorStalls", shaped(xor_op, port_a, port_a, 90, 1, 8), 0, 50}),
    [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace isochron::rtl
