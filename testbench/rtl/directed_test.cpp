// SPDX-License-Identifier: Apache-2.0
// One case a rule of the specification: the edges that random commands seldom meet.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "random_commands.h"
#include "rtl_run.h"

namespace isochron::rtl {
namespace {

constexpr std::uint64_t S = RandomCommands::source_base;
constexpr std::uint64_t D = RandomCommands::destination_base;

struct Case {
  const char* name;
  Command command;
  unsigned error;
};

void PrintTo(const Case& test, std::ostream* out) {
  *out << to_string(test.command);
}

std::string name_of(const testing::TestParamInfo<Case>& test) {
  return test.param.name;
}

// op, source port, destination port, source, destination, row bytes, rows, planes, strides, tag
const Case good_cases[] = {
    {"OneByte", {0, 0, 0, S, D, 1, 1, 1, 0, 0, 0, 0, 1}, 0},
    {"OneByteInTheLastLane", {0, 0, 0, S + 7, D + 7, 1, 1, 1, 0, 0, 0, 0, 2}, 0},
    {"OneWord", {0, 0, 0, S, D, 8, 1, 1, 0, 0, 0, 0, 3}, 0},
    {"OneWordOverTwo", {0, 0, 0, S + 1, D + 7, 8, 1, 1, 0, 0, 0, 0, 4}, 0},
    {"TwoReadsOneWrite", {0, 0, 0, S + 6, D, 4, 1, 1, 0, 0, 0, 0, 5}, 0},
    {"OneReadTwoWrites", {0, 0, 0, S, D + 6, 4, 1, 1, 0, 0, 0, 0, 6}, 0},
    {"LastByteBefore4K", {0, 0, 0, S + 4095, D + 8191, 1, 1, 1, 0, 0, 0, 0, 7}, 0},
    {"AcrossTwo4KBoundaries", {0, 0, 0, S + 4093, D + 4090, 8200, 1, 1, 0, 0, 0, 0, 8}, 0},
    {"Exactly4KFromABoundary", {0, 0, 0, S + 4096, D + 8192, 4096, 1, 1, 0, 0, 0, 0, 9}, 0},
    {"LastByteOfTheAddressSpace", {0, 0, 0, S, 0xffffffff, 1, 1, 1, 0, 0, 0, 0, 10}, 0},
    {"UpToTheEndOfTheAddressSpace", {0, 0, 0, 0xfffff801, 0xfffffffd - 2046, 2047, 1, 1, 0, 0, 0, 0, 11}, 0},
    {"FromAddressZero", {0, 0, 0, 0, D, 300, 1, 1, 0, 0, 0, 0, 12}, 0},
    {"RowsDownToAddressZero", {1, 0, 0, 0x12345678, 48, 16, 4, 1, 0, 0, -16, 0, 13}, 0},
    {"JoinedUpToTheEnd", {0, 0, 0, S, 0xffffffff - 599, 100, 6, 1, 100, 0, 100, 0, 14}, 0},
    {"SourceStrideZero", {0, 0, 0, S + 3, D, 21, 5, 1, 0, 0, 24, 0, 15}, 0},
    {"DestinationStrideZero", {0, 0, 0, S + 3, D + 1, 21, 5, 1, 30, 0, 0, 0, 16}, 0},
    {"RowsOverlapInTheDestination", {0, 0, 0, S + 3, D + 1, 100, 5, 2, 110, 600, 33, 50, 17}, 0},
    {"RowsBackwards", {0, 0, 0, S + 9000, D + 9000, 33, 7, 3, -64, -500, -33, -400, 18}, 0},
    {"PlanesOfOneRow", {0, 0, 0, S, D + 5, 19, 1, 9, 0, 100, 0, 19, 19}, 0},
    {"JoinedRowsInPlanes", {0, 0, 0, S + 5, D + 2, 24, 10, 3, 24, 300, 24, 241, 20}, 0},
    {"ManyRowsOfOneByte", {0, 0, 0, S, D, 1, 3000, 1, 3, 0, 2, 0, 21}, 0},
    {"ManyPlanesOfOneByte", {1, 0, 0, 0xaa, D, 1, 1, 3000, 0, 0, 0, 2, 22}, 0},
    {"FillBeginsEachRow", {1, 0, 0, 0x44332211, D + 3, 7, 5, 2, 0, 0, 9, 100, 23}, 0},
    {"FillJoinedRowsBeginEachRow", {1, 0, 0, 0x44332211, D + 3, 7, 5, 2, 0, 0, 7, 100, 24}, 0},
    {"FillIgnoresItsSourcePort", {1, 3, 0, 0x44332211, D, 50, 1, 1, 0, 0, 0, 0, 25}, 0},
    {"FillIgnoresWhereItsPatternPoints", {1, 0, 0, 0xffffffff, D, 50, 4, 1, -1, -1, 60, 0, 26}, 0},
    {"XorOfOneSource", {2, 0, 0, S + 1, D + 2, 100, 1, 1, 0, 0, 0, 0, 27}, 0},
    {"XorOfEightSources", {2, 0, 1, S + 1, D + 2, 100, 3, 8, 120, 1001, 104, 0, 28}, 0},
    {"XorOfOneSourceWithItself", {2, 1, 0, S + 1, D + 2, 77, 1, 2, 0, 0, 0, 0, 29}, 0},
    {"XorOfALongRow", {2, 0, 0, S + 3, D + 6, 9000, 1, 5, 0, 9100, 0, 0, 30}, 0},
    {"XorOfLongestRows", {2, 0, 0, S, D + 6, 2048, 3, 3, 2048, 8192, 2048, 0, 31}, 0},
    {"AToB", {0, 0, 1, S + 3, D + 4, 700, 2, 1, 800, 0, 900, 0, 32}, 0},
    {"BToA", {0, 1, 0, S + 3, D + 4, 700, 2, 1, 800, 0, 900, 0, 33}, 0},
    {"BToB", {0, 1, 1, S + 3, D + 4, 700, 2, 1, 800, 0, 900, 0, 34}, 0},
    {"StreamIn", {0, 2, 0, 0, D + 5, 37, 4, 2, 50, 0, 41, 500, 35}, 0},
    {"StreamInJoined", {0, 2, 1, 0, D + 5, 37, 4, 2, 37, 0, 41, 500, 36}, 0},
    {"StreamInIgnoresItsAddress", {0, 2, 0, 0xffffffff, D, 37, 4, 2, -1, -7, 41, 500, 37}, 0},
    {"StreamOut", {0, 0, 2, S + 3, 0, 37, 4, 2, 50, 500, 41, 0, 38}, 0},
    {"StreamOutJoined", {0, 0, 2, S + 3, 0, 37, 4, 2, 50, 500, 37, 0, 39}, 0},
    {"StreamOutIgnoresItsAddress", {0, 0, 2, S + 3, 0xfffffff9, 37, 4, 2, 50, 500, -1, -5, 40}, 0},
    {"StreamThrough", {0, 2, 2, 0, 0, 37, 4, 2, 50, 500, 37, 0, 41}, 0},
    {"StreamOutOfAFill", {1, 0, 2, 0x04030201, 0, 13, 3, 1, 0, 0, 13, 0, 42}, 0},
    {"StreamOutOfAnXor", {2, 0, 2, S + 1, 0, 37, 2, 3, 40, 200, 41, 0, 43}, 0},
    {"StreamOutOfOneByte", {0, 0, 2, S + 6, 0, 1, 1, 1, 0, 0, 0, 0, 44}, 0},
};

class Good : public testing::TestWithParam<Case> {};

/// Alone and between two others, quiet and with stalls.
TEST_P(Good, IsDone) {
  const auto& test = GetParam();
  const Command before{0, 0, 0, S + 0x80001, D + 0x80002, 99, 1, 1, 0, 0, 0, 0, 101};
  const Command after{0, 0, 0, S + 0x90003, D + 0x90005, 45, 1, 1, 0, 0, 0, 0, 102};
  for (const unsigned stall : {0u, 40u}) {
    CoreRun run;
    run.surroundings.latency(stall ? 7 : 0);
    run.surroundings.stall_memories(stall);
    run.surroundings.stream_in_stall = run.surroundings.stream_out_stall = stall;
    run.commands = {test.command};
    EXPECT_EQ(report_of(run), "");
    run.commands = {before, test.command, test.command, after};
    EXPECT_EQ(report_of(run), "");
  }
}

INSTANTIATE_TEST_SUITE_P(Directed, Good, testing::ValuesIn(good_cases), name_of);

const Case bad_cases[] = {
    {"NoBytes", {0, 0, 0, S, D, 0, 1, 1, 0, 0, 0, 0, 1}, 5},
    {"NoRows", {0, 0, 0, S, D, 8, 0, 1, 0, 0, 0, 0, 2}, 5},
    {"NoPlanes", {0, 0, 0, S, D, 8, 1, 0, 0, 0, 0, 0, 3}, 5},
    {"NoBytesInManyRows", {0, 0, 0, S, D, 0, 0xffff, 0xffff, 0, 0, 0, 0, 17}, 5},
    {"NoBytesInManyRowsOfAnXor", {2, 0, 0, S, D, 0, 0xffff, 0xffff, 0, 0, 0, 0, 18}, 5},
    {"NothingAtAll", {0, 0, 0, S, D, 0, 0, 0, 0, 0, 0, 0, 4}, 5},
    {"FillOfNoBytes", {1, 0, 0, 0, D, 0, 1, 1, 0, 0, 0, 0, 5}, 5},
    {"RowTooLong", {0, 0, 0, S, D, (1u << 24) + 1, 1, 1, 0, 0, 0, 0, 6}, 5},
    {"RowMuchTooLong", {0, 0, 0, S, D, 0xffffffff, 1, 1, 0, 0, 0, 0, 7}, 5},
    {"RowOfTwiceTheLongest", {0, 0, 0, S, D, 1u << 25, 1, 1, 0, 0, 0, 0, 8}, 5},
    {"UnknownOperation", {3, 0, 0, S, D, 8, 1, 1, 0, 0, 0, 0, 9}, 5},
    {"UnknownSourcePort", {0, 3, 0, S, D, 8, 1, 1, 0, 0, 0, 0, 10}, 5},
    {"UnknownDestinationPort", {0, 0, 3, S, D, 8, 1, 1, 0, 0, 0, 0, 11}, 5},
    {"FillToUnknownPort", {1, 0, 3, S, D, 8, 1, 1, 0, 0, 0, 0, 12}, 5},
    {"XorOfNineSources", {2, 0, 0, S, D, 8, 1, 9, 0, 0, 0, 0, 13}, 5},
    {"XorOfNoSource", {2, 0, 0, S, D, 8, 1, 0, 0, 0, 0, 0, 14}, 5},
    {"XorOfTheStream", {2, 2, 0, S, D, 8, 1, 2, 0, 0, 0, 0, 15}, 5},
    {"XorOfSeveralLongRows", {2, 0, 0, S, D, 2049, 2, 2, 3000, 9000, 3000, 0, 16}, 5},
};

class Bad : public testing::TestWithParam<Case> {};

TEST_P(Bad, IsRefusedWithoutABeat) {
  CoreRun run;
  run.commands = {GetParam().command};
  const auto core = make_core("64", 1);
  CoreBench bench(*core, run.surroundings);
  bench.send(run.commands);
  ASSERT_TRUE(bench.drain());
  EXPECT_EQ(bench.verdict(), std::vector<std::string>{});
  EXPECT_EQ(bench.finished()[0].error, GetParam().error);
  for (unsigned port = 0; port < 2; ++port) {
    EXPECT_EQ(bench.counts(port).read_bursts, 0u);
    EXPECT_EQ(bench.counts(port).write_bursts, 0u);
  }
  EXPECT_EQ(bench.source().beats(), 0u);

  // In order among good ones, before and behind.
  const Command good{0, 0, 0, S + 0x80001, D + 0x80002, 99, 1, 1, 0, 0, 0, 0, 101};
  run.commands = {good, GetParam().command, GetParam().command, good, GetParam().command};
  EXPECT_EQ(report_of(run), "");
}

INSTANTIATE_TEST_SUITE_P(Directed, Bad, testing::ValuesIn(bad_cases), name_of);

const Case wrapping_cases[] = {
    {"DestinationByOne", {0, 0, 0, S, 0xfffffff0, 17, 1, 1, 0, 0, 0, 0, 1}, 5},
    {"SourceByOne", {0, 0, 0, 0xfffffff0, D, 17, 1, 1, 0, 0, 0, 0, 2}, 5},
    {"LongRow", {0, 0, 0, S, 0xffffe001, 9000, 1, 1, 0, 0, 0, 0, 3}, 5},
    {"ARowLater", {1, 0, 0, 1, 0xffffff00, 16, 4, 1, 0, 0, 81, 0, 4}, 5},
    {"ARowBelowZero", {1, 0, 0, 1, 100, 16, 4, 1, 0, 0, -40, 0, 5}, 5},
    {"APlaneLater", {1, 0, 0, 1, 0xffffff00, 16, 2, 3, 0, 0, 16, 120, 6}, 5},
    {"APlaneBelowZero", {0, 0, 0, 100, D, 16, 2, 3, 16, -60, 16, 100, 7}, 5},
    {"JoinedRows", {0, 0, 0, S, 0xffffff00, 64, 5, 1, 64, 0, 64, 0, 8}, 5},
    {"XorSource", {2, 0, 0, 0xffffff00, D, 64, 2, 4, 64, 100, 64, 0, 9}, 5},
};

class Wraps : public testing::TestWithParam<Case> {};

TEST_P(Wraps, EndAsBadCommands) {
  const Command good{0, 0, 0, S + 0x80001, D + 0x80002, 99, 1, 1, 0, 0, 0, 0, 101};
  for (const unsigned stall : {0u, 40u}) {
    const auto core = make_core("64", 1);
    Surroundings surroundings;
    surroundings.latency(stall ? 7 : 0);
    surroundings.stall_memories(stall);
    CoreBench bench(*core, surroundings);
    bench.send({good, GetParam().command, good});
    ASSERT_TRUE(bench.drain());
    EXPECT_EQ(bench.verdict(), std::vector<std::string>{});
    EXPECT_EQ(bench.finished()[1].error, GetParam().error);
  }
}

INSTANTIATE_TEST_SUITE_P(Directed, Wraps, testing::ValuesIn(wrapping_cases), name_of);

/// Source and destination overlap, and no byte has a place from which a later one of the move is still to come: the
/// result is that of the bytes as they were before, whatever the memory does.
const Case overlapping_cases[] = {
    {"OnItself", {0, 0, 0, S + 3, S + 3, 5000, 1, 1, 0, 0, 0, 0, 1}, 0},
    {"DownByOne", {0, 0, 0, S + 8, S + 7, 5000, 1, 1, 0, 0, 0, 0, 2}, 0},
    {"DownBySeven", {0, 0, 0, S + 9, S + 2, 5000, 1, 1, 0, 0, 0, 0, 3}, 0},
    {"DownByAWord", {0, 0, 0, S + 11, S + 3, 5000, 1, 1, 0, 0, 0, 0, 4}, 0},
    {"DownByABurst", {0, 0, 0, S + 2048, S, 9000, 1, 1, 0, 0, 0, 0, 5}, 0},
    {"DownInJoinedRows", {0, 0, 0, S + 5, S, 21, 200, 1, 21, 0, 21, 0, 6}, 0},
    {"DownInRowsThatShareWords", {0, 0, 0, S + 5, S + 2, 13, 200, 1, 15, 0, 15, 0, 7}, 0},
    {"RowsThatCloseUp", {0, 0, 0, S, S, 13, 200, 2, 16, 5000, 13, 2600, 8}, 0},
    {"PlanesThatCloseUp", {0, 1, 1, S + 1, S, 13, 3, 60, 20, 70, 13, 39, 9}, 0},
    {"UpInRowsThatGoBackwards", {0, 0, 0, S + 9000, S + 9013, 13, 300, 1, -13, 0, -13, 0, 10}, 0},
    {"UpByARowsLength", {0, 0, 0, S + 9000, S + 9000 + 600, 600, 9, 1, -600, 0, -600, 0, 11}, 0},
    {"XorOntoItsFirstSource", {2, 0, 0, S + 3, S + 3, 5000, 1, 3, 0, 6000, 0, 0, 12}, 0},
    {"XorOntoItsSecondSource", {2, 0, 0, S + 3, S + 6003, 5000, 1, 3, 0, 6000, 0, 0, 13}, 0},
    {"XorOntoItsLastSource", {2, 0, 0, S + 3, S + 12003, 70, 20, 3, 80, 6000, 80, 0, 14}, 0},
    {"XorBelowItsFirstSource", {2, 0, 0, S + 13, S + 8, 5000, 1, 2, 0, 6000, 0, 0, 15}, 0},
};

class Overlaps : public testing::TestWithParam<Case> {};

TEST_P(Overlaps, MoveTheBytesOfBefore) {
  for (const auto* core : {"64", "32", "512", "small"}) {
    for (const unsigned stall : {0u, 30u, 70u}) {
      for (const unsigned latency : {0u, 3u, 40u}) {
        CoreRun run;
        run.core = core;
        run.surroundings.seed = 1 + stall + latency;
        run.surroundings.latency(latency);
        run.surroundings.stall_memories(stall);
        run.commands = {GetParam().command};
        ASSERT_EQ(report_of(run), "");
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Directed, Overlaps, testing::ValuesIn(overlapping_cases), name_of);

/// Addresses count in every bit, from burst to burst too.
TEST(Directed, AnyAddressesOfTheBus) {
  Random random(1);
  CoreRun run;
  for (unsigned i = 0; i < 100; ++i) {
    // Reads and writes have halves of their own.
    const auto from = random.below(0x7fff0000);
    const auto to = 0x80000000 + random.below(0x7fff0000);
    run.commands.push_back({0, i & 1, i >> 1 & 1, from, to, 5000, 1, 1, 0, 0, 0, 0, i});
  }
  EXPECT_EQ(report_of(run), "");
}

TEST(Directed, LongestRowIsAccepted) {
  const auto core = make_core("64", 1);
  CoreBench bench(*core, {});
  const Command longest{1, 0, 2, 0x01020304, 0, 1u << 24, 1, 1, 0, 0, 0, 0, 7};
  bench.send(longest);
  for (unsigned i = 0; i < 5000; ++i) bench.clock();
  EXPECT_TRUE(bench.outputs().busy);
  EXPECT_GT(bench.sink().beats().size(), 4900u);
}

TEST(Directed, StatusesWaitForAHost) {
  CoreRun run;
  for (unsigned i = 0; i < 40; ++i)
    run.commands.push_back({0, 0, 0, S + 64 * i, D + 64 * i, 1 + i, 1, i % 7 != 3, 0, 0, 0, 0, i});
  run.surroundings.done_stall = 97;
  EXPECT_EQ(report_of(run), "");
}

TEST(Directed, ResetEndsEverything) {
  const auto core = make_core("64", 1);
  {
    CoreBench bench(*core, {});
    bench.send({0, 0, 0, S, D, 4096, 1, 1, 0, 0, 0, 0, 1});
    for (unsigned i = 0; i < 100; ++i) bench.clock();
  }
  // A new bench begins with a reset.
  CoreBench bench(*core, {});
  bench.send({0, 0, 0, S, D, 100, 1, 1, 0, 0, 0, 0, 2});
  ASSERT_TRUE(bench.drain());
  EXPECT_EQ(bench.verdict(), std::vector<std::string>{});
}

/// busy, and the cycles by cause that the registers count.
TEST(Directed, StallOutputsCountWaitingCycles) {
  for (const unsigned from : {port_a, port_b}) {
    const auto core = make_core("64", 1);
    Surroundings surroundings;
    surroundings.timing[from].stall_ar = 60;
    surroundings.timing[0].stall_w = 40;
    CoreBench bench(*core, surroundings);
    for (unsigned i = 0; i < 20; ++i) bench.send({0, from, 0, S + 300 * i, D + 300 * i, 300, 1, 1, 0, 0, 0, 0, i});
    ASSERT_TRUE(bench.drain());
    EXPECT_GT(bench.stalls().write, 0u);
    EXPECT_GT(bench.stalls().read, 0u);
    // In the same cycle or a register later, each waiting cycle is told once.
    EXPECT_GT(bench.stalls().address_waits, 20u);
    EXPECT_EQ(bench.stalls().address, bench.stalls().address_waits);
    EXPECT_FALSE(bench.stall_outputs_follow_inputs());
    EXPECT_FALSE(bench.outputs().busy);
    // At rest nothing waits.
    const auto before = bench.stalls();
    for (unsigned i = 0; i < 100; ++i) bench.clock();
    EXPECT_EQ(bench.stalls().read, before.read);
    EXPECT_EQ(bench.stalls().write, before.write);
    EXPECT_EQ(bench.stalls().address, before.address);
  }
}

}  // namespace
}  // namespace isochron::rtl
