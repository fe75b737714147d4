// SPDX-License-Identifier: Apache-2.0
// The programs of Gennart et al., section 3.5, in bus clocks: closed forms, and the accounts of Table 1.
#include <cmath>
#include <cstring>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/core/time.h>

#include "support/child_process.h"
#include "support/library_machine.h"

namespace isochron::testbench {
namespace {

constexpr Time clock_period = 20 * nanosecond;

/// A program on the workstation, and its bus, in numbers.
struct Program {
  std::string name = "copy";
  std::uint64_t lines = 10'000;
  std::uint64_t line = 32;  ///< bytes
  std::uint64_t fill = 15, write_back = 10, instruction_cycles = 0;
  std::uint64_t ways = 1, cache = 1 << 20;
  std::uint64_t disk = 0;  ///< bytes/s; 0: none
  std::uint64_t io_cycles = 10;

  std::uint64_t fills() const { return name == "copy" ? 2 : 1; }
  std::uint64_t write_backs() const { return name == "read" ? 0 : 1; }
  /// Cycles of the bus for a line.
  std::uint64_t bus_cycles() const { return fills() * fill + write_backs() * write_back; }
  Time alone() const { return lines * (bus_cycles() + instruction_cycles) * clock_period; }

  Settings settings() const {
    Settings all{{"program", name},
                 {"bytes", std::to_string(lines * line) + " B"},
                 {"processor.instruction_cycles", std::to_string(instruction_cycles)},
                 {"cache.size", std::to_string(cache) + " B"},
                 {"cache.ways", std::to_string(ways)},
                 {"mbus.line", std::to_string(line) + " B"},
                 {"mbus.fill", std::to_string(fill)},
                 {"mbus.write_back", std::to_string(write_back)},
                 {"mbus.io_cycles", std::to_string(io_cycles)}};
    if (disk != 0) all.insert({{"io.mode", "disk"}, {"io.rate", std::to_string(disk) + " B/s"}});
    return all;
  }
};

struct Outcome {
  Time completion = 0;
  Time bus_busy = 0;
  std::uint64_t fills = 0;
  std::uint64_t write_backs = 0;
  std::uint64_t words = 0;
  std::uint64_t fingerprint = 0;
};

constexpr const char* workstation = "mbus_workstation";

Outcome simulate(const Program& program) {
  const std::string bytes = run_in_child([&program] {
    ReplicationRecord record = run_library_machine(workstation, program.settings());
    const auto number = [](double value) { return static_cast<std::uint64_t>(std::llround(value)); };
    const double time = record.metrics.at("completion_time").mean;
    const Outcome outcome{number(time * 1e12),
                          number(record.components.at("mbus").at("utilisation") * time * 1e12),
                          number(record.components.at("cache").at("fills")),
                          number(record.components.at("cache").at("write_backs")),
                          number(record.components["disk"]["bytes"] / 8),
                          record.fingerprint};
    return std::string(reinterpret_cast<const char*>(&outcome), sizeof outcome);
  });
  Outcome outcome;
  std::memcpy(&outcome, bytes.data(), sizeof outcome);
  return outcome;
}

Program copy_and_disk(std::uint64_t io_cycles, std::uint64_t bytes_per_second) {
  Program program;
  program.lines = 100'000;
  program.instruction_cycles = 1;
  program.disk = bytes_per_second;
  program.io_cycles = io_cycles;
  return program;
}

Program program_of_lines(const std::string& name, std::uint64_t lines = 10'000) {
  Program program;
  program.name = name;
  program.lines = lines;
  return program;
}

TEST(MbusWorkstation, aReadIsAFillALine) {
  const Outcome outcome = simulate(program_of_lines("read"));
  EXPECT_EQ(outcome.completion, 10'000 * 15 * clock_period);
  EXPECT_EQ(outcome.fills, 10'000u);
  EXPECT_EQ(outcome.write_backs, 0u);
}

TEST(MbusWorkstation, aWriteIsAWriteBackAndAFillALine) {
  const Outcome outcome = simulate(program_of_lines("write"));
  EXPECT_EQ(outcome.completion, 10'000 * (10 + 15) * clock_period);
  EXPECT_EQ(outcome.fills, 10'000u);
  EXPECT_EQ(outcome.write_backs, 10'000u);
}

TEST(MbusWorkstation, aCopyIsTwoFillsAndAWriteBackALine) {
  Program program = program_of_lines("copy");
  const Outcome outcome = simulate(program);
  EXPECT_EQ(outcome.completion, 10'000 * (15 + 10 + 15) * clock_period);
  EXPECT_EQ(outcome.fills, 20'000u);
  EXPECT_EQ(outcome.write_backs, 10'000u);
  program.instruction_cycles = 1;
  EXPECT_EQ(simulate(program).completion, 10'000 * (15 + 10 + 15 + 1) * clock_period);
}

/// The cache is warm from the first line on, whatever its shape: no figure depends on it, nor on the length.
RC_GTEST_PROP(MbusWorkstation, withoutADiskALineTakesItsClocks, ()) {
  Program p;
  p.name = *rc::gen::element<std::string>("read", "write", "copy");
  p.fill = *rc::gen::inRange<std::uint64_t>(1, 40);
  p.write_back = *rc::gen::inRange<std::uint64_t>(1, 40);
  p.line = std::uint64_t{1} << *rc::gen::inRange(4, 8);
  p.instruction_cycles = *rc::gen::inRange<std::uint64_t>(0, 10);
  p.ways = *rc::gen::inRange<std::uint64_t>(1, 5);
  p.cache = p.line * p.ways << *rc::gen::inRange(2, 7);
  p.lines = *rc::gen::inRange<std::uint64_t>(1, 300);
  RC_ASSERT(problems_of(workstation, p.settings()).empty());
  const Outcome outcome = simulate(p);
  RC_ASSERT(outcome.completion == p.alone());
  RC_ASSERT(outcome.bus_busy == p.lines * p.bus_cycles() * clock_period);
}

/// With a disk: the bus does the same work and the words', and no word costs the program more than its own time.
RC_GTEST_PROP(MbusWorkstation, aWordCostsTheProgramItsTimeAtMost, ()) {
  Program p = program_of_lines(*rc::gen::element<std::string>("read", "write", "copy"),
                               *rc::gen::inRange<std::uint64_t>(1, 2000));
  p.instruction_cycles = *rc::gen::inRange<std::uint64_t>(0, 30);
  p.io_cycles = *rc::gen::inRange<std::uint64_t>(1, 20);
  p.disk = *rc::gen::inRange<std::uint64_t>(100'000, 19'000'000);
  RC_ASSERT(problems_of(workstation, p.settings()).empty());
  const Outcome outcome = simulate(p);
  const Time lines_on_bus = p.lines * p.bus_cycles() * clock_period;
  const Time word = p.io_cycles * clock_period;
  RC_ASSERT(outcome.completion >= p.alone());
  // A word under way at the end may have delayed the last line's instructions not at all, or be granted but not
  // counted; a word on an idle bus waits up to a clock for the edge.
  RC_ASSERT(outcome.completion <= p.alone() + (outcome.words + 1) * (word + clock_period));
  RC_ASSERT(outcome.bus_busy >= lines_on_bus + outcome.words * word);
  RC_ASSERT(outcome.bus_busy <= lines_on_bus + (outcome.words + 1) * (word + clock_period));
  // The disk is never ahead.
  const double due = seconds(outcome.completion) * static_cast<double>(p.disk) / 8;
  RC_ASSERT(static_cast<double>(outcome.words) <= due + 1e-6);
}

/// Table 1: the copy's delay is the words' time on the bus, less what fits beside the instructions.
TEST(MbusWorkstation, theDiskDelaysTheCopyByTheTimeOfItsWords) {
  for (const std::uint64_t io_cycles : {10, 7}) {
    const Program program = copy_and_disk(io_cycles, 4'200'000);
    const Outcome outcome = simulate(program);
    const double delay = seconds(outcome.completion - program.lines * 41 * clock_period);
    const double words = seconds(outcome.words * io_cycles * clock_period);
    EXPECT_LT(delay, words);
    EXPECT_GT(delay, 0.95 * words);
    // 4.2 MB/s for as long as the copy takes, but for the word under way.
    EXPECT_NEAR(static_cast<double>(outcome.words), seconds(outcome.completion) * 4.2e6 / 8, 1.5);
  }
}

TEST(MbusWorkstation, runsAreTheSame) {
  const Program program = copy_and_disk(10, 4'197'000);
  const Outcome first = simulate(program), second = simulate(program);
  EXPECT_EQ(first.fingerprint, second.fingerprint);
  EXPECT_EQ(first.completion, second.completion);
  EXPECT_NE(first.fingerprint, simulate(copy_and_disk(7, 4'197'000)).fingerprint);
}

TEST(MbusWorkstation, boundsAreReached) {
  Program program = program_of_lines("copy", 1000);
  program.instruction_cycles = 1;
  const Outcome outcome = simulate(program);
  const std::vector<ResourceBound> bounds = library_machine(workstation, program.settings())->bounds();
  ASSERT_EQ(bounds[1].resource, "processor");
  EXPECT_NEAR(32'000 / seconds(outcome.completion), bounds[1].limit, 1);
  EXPECT_NEAR(bounds[0].limit, 40e6, 1);  // 32 B in 40 clocks
}

TEST(MbusWorkstation, whatCannotBeIsRefused) {
  const auto blamed = [](const Settings& settings) {
    std::string paths;
    for (const ParameterProblem& problem : problems_of(workstation, settings)) paths += problem.path + " ";
    return paths;
  };
  EXPECT_EQ(blamed({}), "");
  EXPECT_EQ(blamed({{"bytes", "33 B"}}), "bytes ");
  EXPECT_EQ(blamed({{"cache.size", "100 kB"}}), "cache.size ");
  EXPECT_EQ(blamed(copy_and_disk(10, 40'000'000).settings()), "io.rate ");  // 8 B in 10 clocks of 20 ns
}

}  // namespace
}  // namespace isochron::testbench
