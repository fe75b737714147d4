// SPDX-License-Identifier: Apache-2.0
// When packets are due: against exact arithmetic, linear searches and replays.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/core/error.h>
#include <isochron/software/calliope/constant_schedule.h>
#include <isochron/software/calliope/synthetic_trace.h>
#include <isochron/software/calliope/trace_file.h>
#include <isochron/software/calliope/trace_schedule.h>

namespace isochron {
namespace {

__extension__ typedef __int128 WideProduct;

/// No packet finds the buffer full when each comes when it is due and is played `delay` later; of the first `packets`.
bool fits(const PacketSchedule& schedule, std::uint64_t bytes, Time delay, std::uint64_t packets) {
  std::uint64_t inside = 0;
  std::uint64_t played = 0;
  for (std::uint64_t number = 0; number < packets; ++number) {
    const PacketSchedule::Packet packet = schedule.packet(number);
    for (; played < number && schedule.packet(played).due + delay <= packet.due; ++played)
      inside -= schedule.packet(played).bytes;
    inside += packet.bytes;
    if (inside > bytes) return false;
  }
  return true;
}

RC_GTEST_PROP(ConstantSchedule, isExact, ()) {
  const auto rate = *rc::gen::oneOf(rc::gen::inRange<std::uint64_t>(1, 100'000'000),
                                    rc::gen::element<std::uint64_t>(1'500'000, 3, 7'777'777));
  const auto bytes = *rc::gen::inRange<std::uint32_t>(1, 65'508);
  const auto number = *rc::gen::inRange<std::uint64_t>(0, 100'000);
  const ConstantSchedule schedule(rate, bytes);
  const WideProduct bit_times = WideProduct{number} * bytes * 8 * second;  // due times rate, exactly
  RC_PRE(bit_times / rate < end_of_time / 2);
  const PacketSchedule::Packet packet = schedule.packet(number);
  // To the nearest picosecond, a half upwards.
  const WideProduct away = 2 * (WideProduct{packet.due} * rate - bit_times);
  RC_ASSERT(away <= WideProduct{rate});
  RC_ASSERT(away > -WideProduct{rate});
  RC_ASSERT(packet.bytes == bytes);
  RC_ASSERT(schedule.first_at(packet.due) == number);
  RC_ASSERT(schedule.first_at(packet.due + 1) == number + 1);
  RC_ASSERT(schedule.mean_rate() == static_cast<double>(rate) / 8);
}

// A byte takes 1 ps at 8 Tb/s, 8/3 ps at 3 Tb/s.
TEST(ConstantScheduleDelay, isWhatTheBufferHolds) {
  for (const std::uint64_t rate : {8'000'000'000'000u, 3'000'000'000'000u}) {
    const ConstantSchedule schedule(rate, 10);
    EXPECT_EQ(schedule.longest_delay(9), 0u);
    for (const std::uint64_t bytes : {10u, 19u, 20u, 35u, 100u}) {
      const Time delay = schedule.longest_delay(bytes);
      EXPECT_TRUE(fits(schedule, bytes, delay, 200)) << rate << " " << bytes;
      EXPECT_FALSE(fits(schedule, bytes, delay + 1, 200)) << rate << " " << bytes;
    }
  }
}

// Graph 1: a buffer of 200 KB holds more than one second of 1.5 Mb/s.
TEST(ConstantScheduleDelay, ofThePapersClientIsMoreThanASecond) {
  const ConstantSchedule schedule(1'500'000, 4096);
  EXPECT_EQ(schedule.packet(1).due, 21'845'333'333u);
  EXPECT_EQ(schedule.longest_delay(200'000), 1'048'576 * microsecond);  // 48 packets
}

rc::Gen<PacketTrace> traces() {
  return rc::gen::map(
      rc::gen::pair(rc::gen::nonEmpty(rc::gen::container<std::vector<std::pair<Time, std::uint32_t>>>(
                        rc::gen::pair(rc::gen::inRange<Time>(0, 12), rc::gen::inRange<std::uint32_t>(1, 20)))),
                    rc::gen::inRange<Time>(1, 30)),
      [](const auto& drawn) {
        PacketTrace trace;
        Time now = 0;
        for (const auto& [gap, bytes] : drawn.first) {
          // Many of them at the same time: bursts.
          now += gap < 6 ? 0 : gap;
          trace.packets.push_back({now, bytes});
        }
        trace.period = now + drawn.second;
        return trace;
      });
}

RC_GTEST_PROP(TraceSchedule, repeatsItsRecording, ()) {
  const PacketTrace trace = *traces();
  const TraceSchedule schedule(trace);
  std::uint64_t number = 0;
  std::uint64_t first = 0;
  for (Time repeat = 0; repeat < 3; ++repeat)
    for (const PacketSchedule::Packet& packet : trace.packets) {
      RC_ASSERT(schedule.packet(number).due == repeat * trace.period + packet.due);
      RC_ASSERT(schedule.packet(number).bytes == packet.bytes);
      ++number;
    }
  for (Time offset = 0; offset < 2 * trace.period; ++offset) {
    while (schedule.packet(first).due < offset) ++first;
    RC_ASSERT(schedule.first_at(offset) == first);
  }
  std::uint32_t largest = 0;
  std::uint64_t bytes = 0;
  for (const PacketSchedule::Packet& packet : trace.packets) {
    largest = std::max(largest, packet.bytes);
    bytes += packet.bytes;
  }
  RC_ASSERT(schedule.largest() == largest);
  RC_ASSERT(schedule.mean_rate() == static_cast<double>(bytes) / seconds(trace.period));
}

RC_GTEST_PROP(TraceSchedule, theLongestDelayIsTheLongest, ()) {
  const PacketTrace trace = *traces();
  const TraceSchedule schedule(trace);
  const auto bytes = *rc::gen::inRange<std::uint64_t>(0, 3 * trace.bytes() + 2);
  const Time delay = schedule.longest_delay(bytes);
  const std::uint64_t packets = 8 * trace.packets.size();
  if (delay > 0) RC_ASSERT(fits(schedule, bytes, delay, packets));
  RC_ASSERT(!fits(schedule, bytes, delay + 1, packets));
}

/// The most bytes in a window, of all windows that begin with a packet or end with one.
std::uint64_t most_by_looking(const PacketTrace& trace, Time window) {
  const TraceSchedule schedule(trace);
  const std::uint64_t size = trace.packets.size();
  std::uint64_t most = 0;
  for (std::uint64_t begin = 0; begin < size; ++begin) {
    std::uint64_t sum = 0;
    for (std::uint64_t number = begin; schedule.packet(number).due < schedule.packet(begin).due + window; ++number)
      sum += schedule.packet(number).bytes;
    most = std::max(most, sum);
  }
  return most;
}

RC_GTEST_PROP(PacketTrace, theFullestWindowIsTheFullest, ()) {
  const PacketTrace trace = *traces();
  const Time window = *rc::gen::inRange<Time>(1, trace.period + 1);
  RC_ASSERT(trace.most_within(window) == most_by_looking(trace, window));
}

TEST(TraceScheduleInput, mustBeInOrder) {
  EXPECT_THROW(TraceSchedule({{}, 10}), ModelError);
  EXPECT_THROW(TraceSchedule({{{3, 1}, {2, 1}}, 10}), ModelError);
  EXPECT_THROW(TraceSchedule({{{3, 1}, {10, 1}}, 10}), ModelError);
  EXPECT_THROW(TraceSchedule({{{3, 0}}, 10}), ModelError);
  EXPECT_EQ(TraceSchedule({{{3, 1}, {9, 1}}, 10}).packet(3).due, 19u);
}

// The three files of section 3.2.2: their mean rates, and peaks in their range.
TEST(SyntheticTrace, hasTheMeanAndThePeakThatItIsAskedFor) {
  struct File {
    std::uint64_t mean;
    std::uint64_t peak;
  };
  constexpr File files[] = {{650'000, 2'000'000}, {635'000, 5'400'000}, {877'000, 3'700'000}};
  for (const std::uint64_t seed : {1u, 2u, 77u})
    for (std::uint64_t number = 0; number < 3; ++number) {
      SyntheticTrace config;
      config.mean = files[number].mean;
      config.peak = files[number].peak;
      const PacketTrace trace = config.make(seed, number);
      EXPECT_EQ(trace.period, 60 * second);
      EXPECT_NEAR(static_cast<double>(trace.bytes()) * 8 / 60, static_cast<double>(config.mean), 1);
      const double peak = static_cast<double>(most_by_looking(trace, 50 * millisecond)) * 8 / 0.05;
      EXPECT_NEAR(peak, static_cast<double>(config.peak), 0.02 * static_cast<double>(config.peak));
      const TraceSchedule schedule(trace);  // in order, and within its period
      EXPECT_EQ(schedule.largest(), 1024u);
      // Of a frame's packets the last alone is smaller, and there are at most ten frames a second.
      const auto smaller = std::count_if(trace.packets.begin(), trace.packets.end(),
                                         [](const PacketSchedule::Packet& packet) { return packet.bytes < 1024; });
      EXPECT_LE(smaller, 600);
      EXPECT_GT(smaller, 300);
    }
}

TEST(SyntheticTrace, isAlwaysTheSame) {
  const SyntheticTrace config;
  const auto same = [](const PacketTrace& one, const PacketTrace& other) {
    return std::equal(one.packets.begin(), one.packets.end(), other.packets.begin(), other.packets.end(),
                      [](const auto& a, const auto& b) { return a.due == b.due && a.bytes == b.bytes; });
  };
  EXPECT_TRUE(same(config.make(1, 0), config.make(1, 0)));
  EXPECT_FALSE(same(config.make(1, 0), config.make(1, 1)));
  EXPECT_FALSE(same(config.make(1, 0), config.make(2, 0)));
}

// Ten frames a second of 650 kb/s are 65 kb each, which all lie in 50 ms: 1.3 Mb/s, and that is no less by chance.
TEST(SyntheticTrace, refusesPeaksThatNothingHas) {
  SyntheticTrace config;
  EXPECT_NEAR(config.least_peak(), 1'300'000, 200);
  const ParameterTable table = config.parameters();
  EXPECT_TRUE(table.problems().empty());
  config.peak = 1'250'000;
  ASSERT_EQ(table.problems().size(), 1u);
  EXPECT_EQ(table.problems()[0].path, "peak");
  EXPECT_THROW(config.make(1, 0), ModelError);
  config.peak = 11'000'000;
  ASSERT_EQ(table.problems().size(), 1u);
  EXPECT_EQ(table.problems()[0].others.back(), "line_rate");
  EXPECT_THROW(config.make(1, 0), ModelError);
}

TEST(TraceFile, isRead) {
  const PacketTrace trace = parse_trace(
      "\xef\xbb\xbf time_s,bytes\r\n0,1024\r\n8.192e-4,1.024E3\n0.000819200001, 65507\n\n1.5,1\n", "nv.csv");
  ASSERT_EQ(trace.packets.size(), 4u);
  EXPECT_EQ(trace.packets[1].due, 819'200'000u);
  EXPECT_EQ(trace.packets[2].due, 819'200'001u);
  EXPECT_EQ(trace.packets[2].bytes, 65'507u);
  EXPECT_EQ(trace.packets[3].due, 1'500 * millisecond);
  EXPECT_EQ(trace.period, 2 * second);  // 0.5 s between packets, on the mean
  EXPECT_EQ(parse_trace("bytes,time_s\n7,0\n9,1\n", "nv.csv").bytes(), 16u);
}

TEST(TraceFile, saysWhatIsWrongAndWhere) {
  struct Bad {
    std::string text;
    std::string cause;
    std::string remedy;
  };
  const Bad bad[] = {
      {"", "nv.csv: it is empty", "write `time_s,bytes`"},
      {"time,bytes\n", "nv.csv:1: the first line is `time,bytes`", "write `time_s,bytes`"},
      {"time_s,bytes\n0,1\n7\n", "nv.csv:3: `7` is not a time and", "write a line such as"},
      {"time_s,bytes\n0,1\n\n1e-13,7\n", "nv.csv:4: `1e-13` is not a time", "12 decimals"},
      {"time_s,bytes\n-1,7\n", "nv.csv:2: `-1` is not a time", "12 decimals"},
      {"time_s,bytes\n0.0000000000001,7\n", "nv.csv:2: `0.0000000000001` is not a time", "12 decimals"},
      {"time_s,bytes\n1000001,7\n", "nv.csv:2: `1000001` is not a time", "up to 1000000"},
      {"time_s,bytes\n.5,7\n", "nv.csv:2: `.5` is not a time", "write digits"},
      {"time_s,bytes\n0,0\n", "nv.csv:2: `0` is not the bytes", "from 1 to 65507"},
      {"time_s,bytes\n0,65508\n", "nv.csv:2: `65508` is not the bytes", "from 1 to 65507"},
      {"time_s,bytes\n0,7,8\n", "nv.csv:2: `0,7,8` is not a time and a number of bytes", "write a line such as"},
      {"time_s,bytes\n2,7\n1.9,7\n", "nv.csv:3: `1.9` is before", "sort the lines"},
      {"time_s,bytes\n2,7\n2,7\n", "nv.csv: it has no two packets", "a recording needs them"},
      {"time_s,bytes\n", "nv.csv: it has no two packets", "a recording needs them"},
  };
  for (const Bad& one : bad) {
    try {
      parse_trace(one.text, "nv.csv");
      ADD_FAILURE() << one.text;
    } catch (const TraceFileError& error) {
      EXPECT_EQ(std::string(error.what()).rfind(one.cause, 0), 0u) << error.what();
      EXPECT_NE(error.remedy().find(one.remedy), std::string::npos) << error.remedy();
    }
  }
}

TEST(TraceFile, isReadFromWhereItIs) {
  const std::string path = testing::TempDir() + "trace_file_test.csv";
  std::ofstream(path) << "time_s,bytes\n0,5\n1,5\n";
  EXPECT_EQ(read_trace_file(path).bytes(), 10u);
  std::remove(path.c_str());
  EXPECT_THROW(read_trace_file(path), TraceFileError);
  EXPECT_THROW(read_trace_file(testing::TempDir()), TraceFileError);
}

}  // namespace
}  // namespace isochron
