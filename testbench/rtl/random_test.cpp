// SPDX-License-Identifier: Apache-2.0
// Constrained-random commands, several in flight, in many surroundings.
#include <gtest/gtest.h>

#include "long_form.h"
#include "random_commands.h"
#include "recorded_times.h"
#include "rtl_run.h"

namespace isochron::rtl {
namespace {

/// The surroundings number `index` of a sweep over latencies, stalls and orders of the write channels.
Surroundings surroundings(std::uint64_t seed, unsigned index) {
  static constexpr std::array<unsigned, 5> latencies{0, 1, 3, 10, 50};
  static constexpr std::array<unsigned, 4> stalls{0, 10, 25, 70};
  Surroundings s;
  s.seed = seed * 1000 + index;
  Random random(s.seed);
  s.latency(latencies[index % latencies.size()]);
  s.timing[1].latency = latencies[random.below(latencies.size())];
  s.stall_memories(stalls[index / 2 % stalls.size()]);
  for (auto& timing : s.timing) timing.write_order = static_cast<WriteOrder>(random.below(2));
  const auto some = [&] { return random.chance(50) ? 0u : static_cast<unsigned>(random.below(60)); };
  s.command_stall = some();
  s.done_stall = some();
  s.stream_in_stall = some();
  s.stream_out_stall = some();
  return s;
}

class RandomCommandsOn : public testing::TestWithParam<const char*> {};

TEST_P(RandomCommandsOn, MoveEveryByteAndNoOther) {
  const bool main_core = std::string(GetParam()) == "64";
  const unsigned commands = (main_core ? 10000 : 2000) * (long_form() ? 5 : 1);
  const unsigned a_run = 100;
  for (unsigned i = 0; i < commands / a_run; ++i) {
    CoreRun run;
    run.core = GetParam();
    run.surroundings = surroundings(11, i);
    RandomCommands::Limits limits;
    limits.longest_row = i % 10 == 9 ? 12000 : i % 2 ? 900 : 200;
    RandomCommands random(make_core(run.core, 1)->parameters(), limits, run.surroundings.seed);
    run.commands = random.next(a_run);
    const auto report = report_of(run);
    ASSERT_TRUE(report.empty()) << "run " << i << "\n" << report;
  }
}

/// Not a cycle more or less than it was recorded: what costs a cycle now and then moves no byte.
TEST_P(RandomCommandsOn, TakeTheirTime) {
  TransferTimes times;
  for (unsigned i = 0; i < 20; ++i) {
    CoreRun run;
    run.core = GetParam();
    run.surroundings = surroundings(12, i);
    RandomCommands::Limits limits;
    limits.longest_row = i % 4 ? 600 : 8000;
    RandomCommands random(make_core(run.core, 1)->parameters(), limits, run.surroundings.seed);
    run.commands = random.next(100);
    TransferTimes now;
    run.each_cycle = [&](CoreBench& bench) { now = bench.times(); };
    const auto report = report_of(run);
    ASSERT_TRUE(report.empty()) << "run " << i << "\n" << report;
    times.transfers += now.transfers;
    times.sum += now.sum;
  }
  EXPECT_EQ(difference_from_recorded(std::string("RandomCommandsOn.TakeTheirTime/") + GetParam(), times), "");
}

INSTANTIATE_TEST_SUITE_P(Width, RandomCommandsOn, testing::Values("32", "64", "128", "256", "512", "small", "plain"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace isochron::rtl
