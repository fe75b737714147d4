// SPDX-License-Identifier: Apache-2.0
// The programs of Gennart et al., section 3.5, in bus clocks: closed forms, and the accounts of Table 1.
#include <cstring>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/system/mbus_workstation.h>

#include "support/child_process.h"
#include "support/no_overrides.h"

namespace isochron {
namespace {

using Program = LineProcessor::Program;
using Parameters = MbusWorkstationParameters;

constexpr Time clock_period = 20 * nanosecond;

struct Outcome {
  Time completion = 0;
  Time bus_busy = 0;
  std::uint64_t fills = 0;
  std::uint64_t write_backs = 0;
  std::uint64_t words = 0;
  std::uint64_t fingerprint = 0;
};

Outcome simulate(const Parameters& parameters) {
  const std::string bytes = testbench::run_in_child([&parameters] {
    testbench::NoOverrides overrides;
    MbusWorkstation workstation(parameters, 1, overrides);
    workstation.run_until_done({});
    const MbusWorkstation::Counts& counts = workstation.counts();
    const Outcome outcome{counts.completion,  counts.bus_busy, counts.fills,
                          counts.write_backs, counts.words,    workstation.record().fingerprint};
    return std::string(reinterpret_cast<const char*>(&outcome), sizeof outcome);
  });
  Outcome outcome;
  std::memcpy(&outcome, bytes.data(), sizeof outcome);
  return outcome;
}

/// What the table's checks find.
std::vector<ParameterProblem> problems(Parameters parameters) {
  return parameters.table().problems();
}

Parameters program(Program program, std::uint64_t lines) {
  Parameters parameters;
  parameters.processor.program = program;
  parameters.processor.bytes = lines * parameters.mbus.line;
  return parameters;
}

Parameters copy_and_disk(std::uint64_t io_cycles, std::uint64_t bytes_per_second) {
  Parameters parameters = program(Program::copy, 100'000);
  parameters.processor.instruction_cycles = 1;
  parameters.io = Parameters::Io::disk;
  parameters.disk.rate = 8 * bytes_per_second;
  parameters.mbus.io_cycles = io_cycles;
  return parameters;
}

TEST(MbusWorkstation, aReadIsAFillALine) {
  const Outcome outcome = simulate(program(Program::read, 10'000));
  EXPECT_EQ(outcome.completion, 10'000 * 15 * clock_period);
  EXPECT_EQ(outcome.fills, 10'000u);
  EXPECT_EQ(outcome.write_backs, 0u);
}

TEST(MbusWorkstation, aWriteIsAWriteBackAndAFillALine) {
  const Outcome outcome = simulate(program(Program::write, 10'000));
  EXPECT_EQ(outcome.completion, 10'000 * (10 + 15) * clock_period);
  EXPECT_EQ(outcome.fills, 10'000u);
  EXPECT_EQ(outcome.write_backs, 10'000u);
}

TEST(MbusWorkstation, aCopyIsTwoFillsAndAWriteBackALine) {
  Parameters parameters = program(Program::copy, 10'000);
  const Outcome outcome = simulate(parameters);
  EXPECT_EQ(outcome.completion, 10'000 * (15 + 10 + 15) * clock_period);
  EXPECT_EQ(outcome.fills, 20'000u);
  EXPECT_EQ(outcome.write_backs, 10'000u);
  parameters.processor.instruction_cycles = 1;
  EXPECT_EQ(simulate(parameters).completion, 10'000 * (15 + 10 + 15 + 1) * clock_period);
}

/// The cache is warm from the first line on, whatever its shape: no figure depends on it, nor on the length.
RC_GTEST_PROP(MbusWorkstation, withoutADiskALineTakesItsClocks, ()) {
  Parameters p;
  p.processor.program = *rc::gen::element(Program::read, Program::write, Program::copy);
  p.mbus.fill = *rc::gen::inRange<std::uint64_t>(1, 40);
  p.mbus.write_back = *rc::gen::inRange<std::uint64_t>(1, 40);
  p.mbus.line = std::uint64_t{1} << *rc::gen::inRange(4, 8);
  p.processor.instruction_cycles = *rc::gen::inRange<std::uint64_t>(0, 10);
  p.cache.ways = *rc::gen::inRange<std::uint64_t>(1, 5);
  p.cache.size = p.mbus.line * p.cache.ways << *rc::gen::inRange(1, 6);
  const std::uint64_t lines = *rc::gen::inRange<std::uint64_t>(1, 300);
  p.processor.bytes = lines * p.mbus.line;
  RC_ASSERT(problems(p).empty());
  const Outcome outcome = simulate(p);
  RC_ASSERT(outcome.completion == lines * (p.bus_cycles_per_line() + p.processor.instruction_cycles) * clock_period);
  RC_ASSERT(outcome.bus_busy == lines * p.bus_cycles_per_line() * clock_period);
}

/// With a disk: the bus does the same work and the words', and no word costs the program more than its own time.
RC_GTEST_PROP(MbusWorkstation, aWordCostsTheProgramItsTimeAtMost, ()) {
  Parameters p = program(*rc::gen::element(Program::read, Program::write, Program::copy),
                         *rc::gen::inRange<std::uint64_t>(1, 2000));
  p.processor.instruction_cycles = *rc::gen::inRange<std::uint64_t>(0, 30);
  p.io = Parameters::Io::disk;
  p.mbus.io_cycles = *rc::gen::inRange<std::uint64_t>(1, 20);
  p.disk.rate = 8 * *rc::gen::inRange<std::uint64_t>(100'000, 19'000'000);
  RC_ASSERT(problems(p).empty());
  const Outcome outcome = simulate(p);
  const Time alone = p.lines() * (p.bus_cycles_per_line() + p.processor.instruction_cycles) * clock_period;
  const Time lines_on_bus = p.lines() * p.bus_cycles_per_line() * clock_period;
  const Time word = p.mbus.io_cycles * clock_period;
  RC_ASSERT(outcome.completion >= alone);
  // A word under way at the end may have delayed the last line's instructions not at all, or be granted but not
  // counted; a word on an idle bus waits up to a clock for the edge.
  RC_ASSERT(outcome.completion <= alone + (outcome.words + 1) * (word + clock_period));
  RC_ASSERT(outcome.bus_busy >= lines_on_bus + outcome.words * word);
  RC_ASSERT(outcome.bus_busy <= lines_on_bus + (outcome.words + 1) * (word + clock_period));
  // The disk is never ahead.
  const double due = seconds(outcome.completion) * static_cast<double>(p.disk.rate) / 64;
  RC_ASSERT(static_cast<double>(outcome.words) <= due + 1e-6);
}

/// Table 1: the copy's delay is the words' time on the bus, less what fits beside the instructions.
TEST(MbusWorkstation, theDiskDelaysTheCopyByTheTimeOfItsWords) {
  for (const std::uint64_t io_cycles : {10, 7}) {
    const Parameters parameters = copy_and_disk(io_cycles, 4'200'000);
    const Outcome outcome = simulate(parameters);
    const double delay = seconds(outcome.completion - parameters.lines() * 41 * clock_period);
    const double words = seconds(outcome.words * io_cycles * clock_period);
    EXPECT_LT(delay, words);
    EXPECT_GT(delay, 0.95 * words);
    // 4.2 MB/s for as long as the copy takes, but for the word under way.
    EXPECT_NEAR(static_cast<double>(outcome.words), seconds(outcome.completion) * 4.2e6 / 8, 1.5);
  }
}

TEST(MbusWorkstation, runsAreTheSame) {
  const Parameters parameters = copy_and_disk(10, 4'197'000);
  const Outcome first = simulate(parameters), second = simulate(parameters);
  EXPECT_EQ(first.fingerprint, second.fingerprint);
  EXPECT_EQ(first.completion, second.completion);
  EXPECT_NE(first.fingerprint, simulate(copy_and_disk(7, 4'197'000)).fingerprint);
}

TEST(MbusWorkstation, boundsAreReached) {
  Parameters parameters = program(Program::copy, 1000);
  parameters.processor.instruction_cycles = 1;
  const Outcome outcome = simulate(parameters);
  const std::vector<ResourceBound> bounds = parameters.bounds();
  ASSERT_EQ(bounds[1].resource, "processor");
  EXPECT_NEAR(static_cast<double>(parameters.processor.bytes) / seconds(outcome.completion), bounds[1].limit, 1);
  EXPECT_NEAR(bounds[0].limit, 40e6, 1);  // 32 B in 40 clocks
}

TEST(MbusWorkstation, whatCannotBeIsRefused) {
  Parameters parameters;
  EXPECT_TRUE(problems(parameters).empty());
  parameters.processor.bytes = 33;
  ASSERT_EQ(problems(parameters).size(), 1u);
  EXPECT_EQ(problems(parameters)[0].path, "bytes");
  parameters = Parameters();
  parameters.cache.size = 100'000;
  ASSERT_EQ(problems(parameters).size(), 1u);
  EXPECT_EQ(problems(parameters)[0].path, "cache.size");
  parameters = copy_and_disk(10, 40'000'000);  // 8 B in 10 clocks of 20 ns
  ASSERT_EQ(problems(parameters).size(), 1u);
  EXPECT_EQ(problems(parameters)[0].path, "io.rate");
}

}  // namespace
}  // namespace isochron
