// SPDX-License-Identifier: Apache-2.0
// An FDDI ring of 100 Mb/s: a byte takes 80 ns, a token of 11 B 0.88 us, a frame with n bytes of a message 36 + 28 + n
// bytes. Two stations: 3.1 us from one to the other, 6.2 us once round. The token leaves station 0 at 0.
#include <cstdio>
#include <fstream>
#include <set>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <isochron/core/error.h>
#include <isochron/observe/statistic_sink.h>
#include <isochron/observe/trace.h>

#include "net/fddi_bench.h"
#include "support/child_process.h"

namespace isochron::testbench {
namespace {

using testing::ElementsAre;
using testing::Pair;

constexpr Time fddi_end = 100 * millisecond;
/// Of a packet of 4096 B: 4160 B.
constexpr Time packet_time = 332'800 * nanosecond;
/// Once round two stations.
constexpr Time round_of_two = 6'200 * nanosecond;
constexpr Time token_issue = 880 * nanosecond;

class FddiTiming : public testing::Test {
 protected:
  FddiBench& make(unsigned stations = 2, const Fddi::Config& config = {}) {
    bench = std::make_unique<FddiBench>(config, stations);
    return *bench;
  }
  void shoot(unsigned from, unsigned to, Time at, std::uint64_t sequence, unsigned bytes) {
    bench->shoot({from, to, at, sequence, bytes});
  }
  /// Packets of 4096 B from the start on, numbered from `first`.
  void saturate(unsigned from, unsigned to, std::uint64_t first, std::uint64_t number) {
    for (std::uint64_t i = 0; i < number; ++i) shoot(from, to, 0, first + i, 4096);
  }
  /// When each message has come, in ns.
  std::map<std::uint64_t, Time> arrivals() {
    bench->run(fddi_end);
    EXPECT_EQ(bench->pool.outstanding(), 0u);
    std::map<std::uint64_t, Time> all = bench->arrived;
    for (auto& [sequence, time] : all) time /= nanosecond;
    return all;
  }
  /// What is reported of the window from `from` to `to`.
  std::map<std::string, double> report(Time from, Time to) {
    ReplicationRecord record;
    StatisticSink sink(record, from, to);
    bench->fddi.report(sink);
    units = record.component_units;
    return record.components["fddi"];
  }

  std::unique_ptr<FddiBench> bench;
  std::map<std::string, std::string> units;
};

TEST(FddiConfig, bytesOnTheRing) {
  const Fddi::Config config;
  EXPECT_EQ(config.frames(0), 1u);
  EXPECT_EQ(config.frames(4324), 1u);
  EXPECT_EQ(config.frames(4325), 2u);
  EXPECT_EQ(config.wire_bytes(0), 64u);
  EXPECT_EQ(config.wire_bytes(4096), 4160u);
  EXPECT_EQ(config.wire_bytes(4324), 36u + 4352);
  EXPECT_EQ(config.wire_bytes(4325), 36u + 4352 + 65);
  EXPECT_EQ(config.time_of(4160), packet_time);
  EXPECT_EQ(config.token_time(), token_issue);
  EXPECT_EQ(config.latency(2), round_of_two);
  // The largest ring of the standard.
  Fddi::Config largest;
  largest.cable = 200 * (5'085 * nanosecond);
  EXPECT_EQ(largest.latency(1000), 1'617 * microsecond);
}

TEST(FddiConfig, anAllocationOfNobodyHasNoEffect) {
  Fddi::Config config;
  const ParameterTable table = config.parameters();
  EXPECT_FALSE(table.find("synchronous")->counts());
  config.synchronous_stations = {1};
  EXPECT_TRUE(table.find("synchronous")->counts());
}

// 100 Mb/s = 12.5 MB/s, of which 4096 B of 4160 are the message's; the token takes 6.2 us of 8 ms, or, with one station
// alone, 12.4 us of 8 ms, 6.2 us and a packet's 332.8 us.
TEST(FddiConfig, capacity) {
  const Fddi::Config config;
  const double full = 12.5e6 * 4096 / 4160;
  EXPECT_DOUBLE_EQ(config.capacity(4096, 2).contended, full * 7993.8 / 8000);
  EXPECT_DOUBLE_EQ(config.capacity(4096, 2).alone, full * (1 - 12.4 / 8339));
  EXPECT_EQ(config.capacity(0, 2).alone, 0.0);
}

TEST(FddiConfig, headersThatFillAFrameAreRefused) {
  Fddi::Config config;
  config.mtu = 64;
  config.headers = 64;
  EXPECT_EQ(config.parameters().problems().size(), 1u);
  config.headers = 63;
  EXPECT_TRUE(config.parameters().problems().empty());
}

// A full frame of 4388 B takes 351.04 us.
TEST(FddiConfig, anAllocationHoldsAFullFrame) {
  Fddi::Config config;
  config.synchronous_stations = {1};
  config.synchronous = 351'039 * nanosecond;
  EXPECT_EQ(config.parameters().problems().size(), 1u);
  config.synchronous = 351'040 * nanosecond;
  EXPECT_TRUE(config.parameters().problems().empty());
}

// With station 9 there are ten: 6 + 5 us once round, 8.8 us of tokens, 351.04 us of a frame, and the allocations of
// two.
TEST(FddiConfig, allocationsFitIntoARotation) {
  Fddi::Config config;
  config.synchronous_stations = {1, 9};
  config.synchronous = (8'000'000 - 370'840) / 2 * nanosecond;
  EXPECT_TRUE(config.parameters().problems().empty());
  EXPECT_EQ(config.least_ttrt(10), config.ttrt);
  ++config.synchronous;
  EXPECT_EQ(config.parameters().problems().size(), 1u);
}

// The token is back at 0 at 6.2 and leaves at 339 + 0.88; it is at 1 at 342.98 and, 106 times round, 1000.18. A second
// message from there goes at 1332.98, behind it, and has a frame of 64 B in 5.12 us. 3 is in two frames, of 351.04 and
// 5.2 us, from 2002.66 on: 1338.10 + 0.88 + 3.1 is 1342.08 at 0, and 107 rounds.
TEST_F(FddiTiming, messagesAloneOnTheRing) {
  make();
  shoot(0, 1, 0, 1, 4096);
  shoot(1, 0, 1 * millisecond, 2, 4096);
  shoot(1, 0, 1 * millisecond, 4, 0);
  shoot(0, 1, 2 * millisecond, 3, 4325);
  const Time third = 1'342'080 + 107 * 6'200;
  EXPECT_THAT(arrivals(), ElementsAre(Pair(1, 6'200 + 332'800 + 3'100), Pair(2, 1'000'180 + 332'800 + 3'100),
                                      Pair(3, third + 351'040 + 5'200 + 3'100), Pair(4, 1'338'100 + 3'100)));
  EXPECT_THAT(bench->order, ElementsAre(ElementsAre(2, 4), ElementsAre(1, 3)));
  EXPECT_EQ(bench->fddi.wire_bytes(), 2u * 4160 + 64 + 4388 + 65);
  EXPECT_EQ(bench->fddi.busy(fddi_end), 80 * nanosecond * bench->fddi.wire_bytes());
  EXPECT_EQ(bench->fddi.messages(), 4u);
  EXPECT_EQ(bench->fddi.bytes(), 2u * 4096 + 4325);
}

// That the script calls, that the token comes, and that the message arrives; nothing else.
TEST_F(FddiTiming, anIdleRingHasNoEvents) {
  make();
  for (std::uint64_t i = 0; i < 50; ++i) shoot(0, 1, i * millisecond, i, 4096);
  arrivals();
  EXPECT_EQ(bench->region.events(), 50u + 2 * 50);
}

// A message that comes with the token goes with it; one that comes a picosecond later waits for a rotation.
TEST_F(FddiTiming, theInstantOfTheToken) {
  make();
  shoot(0, 1, round_of_two, 1, 4096);
  EXPECT_THAT(arrivals(), ElementsAre(Pair(1, 6'200 + 332'800 + 3'100)));
}

TEST_F(FddiTiming, theInstantAfterTheToken) {
  make();
  shoot(0, 1, round_of_two + 1, 1, 4096);
  EXPECT_THAT(arrivals(), ElementsAre(Pair(1, 12'400 + 332'800 + 3'100)));
}

// The token is on its way to 0, for a message of 3 us; one that 1 gets before it comes by there, at 3.1 us, is first:
// frames of 5.12 us, 8.22 at the end, 9.1 token, 12.2 at 0.
TEST_F(FddiTiming, aNearerStationIsFirst) {
  make();
  shoot(0, 1, 3 * microsecond, 1, 0);
  shoot(1, 0, 3'050 * nanosecond, 2, 0);
  EXPECT_THAT(arrivals(), ElementsAre(Pair(1, 12'200 + 5'120 + 3'100), Pair(2, 8'220 + 3'100)));
}

// 2 comes at the very end of the frame of 1, at 11.32, and goes behind it. 3 comes at the end of that, at 16.44, from
// the other station: 17.32, 20.42.
TEST_F(FddiTiming, aMessageThatComesAtTheEndOfAFrameIsThere) {
  make();
  shoot(0, 1, 0, 1, 0);
  shoot(0, 1, 11'320 * nanosecond, 2, 0);
  shoot(1, 0, 16'440 * nanosecond, 3, 0);
  EXPECT_THAT(arrivals(), ElementsAre(Pair(1, 14'420), Pair(2, 19'540), Pair(3, 20'420 + 5'120 + 3'100)));
}

// Of one instant by sequence; a message that has begun is not overtaken. From 6.2: 5 in 351.04 + 5.2, then 1, 4, 7.
TEST_F(FddiTiming, messagesOfAStationGoInOrder) {
  make(3);
  shoot(0, 1, 0, 7, 0);
  shoot(0, 2, 0, 5, 4325);
  shoot(0, 1, 10 * microsecond, 4, 0);
  shoot(0, 1, 10 * microsecond, 1, 0);
  arrivals();
  EXPECT_THAT(bench->order, ElementsAre(ElementsAre(), ElementsAre(7, 1, 4), ElementsAre(5)));
}

// One station of two that has always packets, TTRT 8 ms. When it is early it has what is left of 8 ms since its timer
// was set, and begins its last packet before that is over:
//   at      6.2 us: 6.2 since 0, 7993.80 left: 25 packets, 8320 us; back 8327.08 later, late by 327.08;
//   at  8,339.48 (a round on): 333.28, 7666.72 left: 24 packets, 7987.2; back 7994.28 later,
//   at 16,333.76: 5.72 left: one packet; back 339.88 later,
//   at 16,673.64: 7660.12 left: 24 packets; back 7994.28 later,
//   at 24,667.92: 5.72 left: one packet, and so on: 25 packets in 8334.16 us.
TEST_F(FddiTiming, aStationAloneGetsWhatItsTimerLeaves) {
  make();
  saturate(0, 1, 0, 200);
  const std::map<std::uint64_t, Time> all = arrivals();
  const auto arrives = [](Time begin) { return begin + 332'800 + 3'100; };
  EXPECT_EQ(all.at(0), arrives(6'200));
  EXPECT_EQ(all.at(24), arrives(6'200 + 24 * 332'800));
  EXPECT_EQ(all.at(25), arrives(8'339'480));
  EXPECT_EQ(all.at(48), arrives(8'339'480 + 23 * 332'800));
  EXPECT_EQ(all.at(49), arrives(16'333'760));
  EXPECT_EQ(all.at(50), arrives(16'673'640));
  EXPECT_EQ(all.at(74), arrives(24'667'920));
  EXPECT_EQ(all.at(199), arrives(24'667'920 + 5 * 8'334'160));
}

/// Each station's packets go to the next station, more than a second's.
class FddiSaturated : public FddiTiming, public testing::WithParamInterface<unsigned> {};

// R. Jain's formula for n stations that have always something to send is n (T - D) / (n T + D), T target, D latency, of
// frames that can be cut anywhere. Ours are finished, which gains less than a frame a turn.
TEST_P(FddiSaturated, throughputOfTheTimedToken) {
  const unsigned stations = GetParam();
  make(stations);
  for (unsigned i = 0; i < stations; ++i) saturate(i, (i + 1) % stations, std::uint64_t{i} << 32, 3'200 / stations);
  bench->run(100 * millisecond);
  bench->fddi.start_window(100 * millisecond);
  bench->run(900 * millisecond);
  const Fddi::Config config;
  const std::map<std::string, double> figures = report(100 * millisecond, 900 * millisecond);
  const double target = 8000;
  const double round = 0.6 * stations + 5;
  const double tokens = 0.88 * stations;
  const double least = stations * (target - round - tokens) / (stations * target + round + tokens);
  EXPECT_GE(figures.at("utilisation"), least * 0.9995);
  EXPECT_LE(figures.at("utilisation"), (target - round) / target);
  EXPECT_LE(figures.at("throughput"), config.capacity(4096, stations).contended * 1.0005);  // a packet of 3000
  EXPECT_LE(figures.at("rotation"), 8e-3);
  EXPECT_LE(figures.at("longest_rotation"), 16e-3);
}

INSTANTIATE_TEST_SUITE_P(stations, FddiSaturated, testing::Values(2u, 3u, 10u, 50u));

// Only 1 of 2 sends: no more than its capacity alone.
TEST_F(FddiTiming, capacityAlone) {
  make();
  saturate(1, 0, 0, 2'800);
  bench->run(800 * millisecond);
  const Fddi::Config config;
  const double capacity = config.capacity(4096, 2).alone;
  const double payload = report(0, 800 * millisecond).at("throughput");
  EXPECT_LE(payload, capacity);
  EXPECT_GE(payload, capacity * 0.999);
}

// Station 0 may send two packets a rotation, and has always more, while 1 and 2 send all that they may: two in each
// rotation, neither more nor less.
TEST_F(FddiTiming, aSynchronousStationGetsItsAllocationInEachRotation) {
  Fddi::Config config;
  config.synchronous_stations = {0};
  config.synchronous = 3 * packet_time - 1;
  make(3, config);
  saturate(0, 1, 0, 500);
  saturate(1, 2, 1'000, 2'000);
  saturate(2, 0, 4'000, 2'000);
  bench->run(500 * millisecond);
  std::vector<Time> came;
  for (const std::uint64_t sequence : bench->order[1]) came.push_back(bench->arrived[sequence]);
  ASSERT_GE(came.size(), 2 * 500 / 8u);  // a rotation takes 8 ms at most in the mean
  for (std::size_t i = 2; i < came.size(); i += 2) {
    EXPECT_EQ(came[i - 1] - came[i - 2], packet_time);
    EXPECT_GT(came[i] - came[i - 1], packet_time);
    EXPECT_LE(came[i] - came[i - 2], 2 * config.ttrt);
  }
  EXPECT_LE(bench->fddi.rotations(500 * millisecond).longest(), 2 * config.ttrt);
}

// One packet alone, from 6.2 to 339 of 678 us; it is under way until 342.1, and has come at 0.
// The token is at 0 at 6.2 and, having left at 339.88, at 346.08 and each 6.2 until 674.68, 54 times; at 1 at 3.1,
// 342.98 and each 6.2 until 677.78, 55 times. First visits end no rotation.
TEST_F(FddiTiming, statistics) {
  make();
  shoot(0, 1, 0, 1, 4096);
  bench->run(678 * microsecond);
  const std::map<std::string, double> figures = report(0, 678 * microsecond);
  EXPECT_DOUBLE_EQ(figures.at("utilisation"), 332.8 / 678);
  EXPECT_DOUBLE_EQ(figures.at("throughput"), 4096 / 678e-6);
  EXPECT_DOUBLE_EQ(figures.at("queue_depth"), 342.1 / 678);
  EXPECT_DOUBLE_EQ(figures.at("messages"), 1);
  EXPECT_DOUBLE_EQ(figures.at("longest_rotation"), (342.98 - 3.1) * 1e-6);
  EXPECT_DOUBLE_EQ(figures.at("rotation"), (674.68 - 6.2 + 677.78 - 3.1) * 1e-6 / (54 + 55));
  std::map<std::string, std::string> described;
  for (const StatisticInfo& statistic : Fddi::type_info().statistics) described[statistic.name] = statistic.unit;
  EXPECT_EQ(units, described);
}

// Before anything: the token has come nowhere twice.
TEST_F(FddiTiming, noRotationHasEnded) {
  make();
  bench->run(6 * microsecond);
  const std::map<std::string, double> figures = report(0, 6 * microsecond);
  EXPECT_EQ(figures.at("rotation"), 0);
  EXPECT_EQ(figures.at("longest_rotation"), 0);
}

// A window that begins at 100 us, within the packet: 239 us of 400 are busy, the message is under way for 242.1. The
// rotation that began before counts whole.
TEST_F(FddiTiming, aWindowForgetsWhatWasBefore) {
  make();
  shoot(0, 1, 0, 1, 4096);
  bench->run(100 * microsecond);
  bench->fddi.start_window(100 * microsecond);
  EXPECT_EQ(bench->fddi.busy(150 * microsecond), 50 * microsecond);
  bench->run(500 * microsecond);
  const std::map<std::string, double> figures = report(100 * microsecond, 500 * microsecond);
  EXPECT_DOUBLE_EQ(figures.at("utilisation"), 239.0 / 400);
  EXPECT_DOUBLE_EQ(figures.at("queue_depth"), 242.1 / 400);
  EXPECT_DOUBLE_EQ(figures.at("messages"), 1);
  EXPECT_DOUBLE_EQ(figures.at("longest_rotation"), 339.88e-6);
  bench->fddi.start_window(500 * microsecond);
  EXPECT_EQ(bench->fddi.wire_bytes(), 0u);
  EXPECT_EQ(bench->fddi.busy(500 * microsecond), 0u);
  EXPECT_EQ(bench->fddi.messages(), 0u);
  EXPECT_EQ(bench->fddi.bytes(), 0u);
  EXPECT_EQ(bench->fddi.rotations(500 * microsecond).number(), 0u);
}

// Station 1 has a message, and station 0 the token.
TEST_F(FddiTiming, whoWaitsForWhom) {
  make();
  shoot(0, 1, 0, 1, 4096);
  shoot(1, 0, 10 * microsecond, 2, 4096);
  bench->run(20 * microsecond);
  std::vector<Wait> waits;
  bench->fddi.report_waits(waits);
  ASSERT_EQ(waits.size(), 1u);
  EXPECT_EQ(waits[0].who, "fddi.in[1]");
  EXPECT_EQ(waits[0].what, "the token");
  EXPECT_EQ(waits[0].whom, "fddi.in[0]");
}

TEST_F(FddiTiming, aStationThatDoesNotExist) {
  make();
  Message& message = bench->pool.allocate(0, 1);
  message.tag().destination = 2;
  EXPECT_THROW(bench->fddi.in(0).inlet().accept(message, 0), ModelError);
  message.tag().destination = 0;
  EXPECT_THROW(bench->fddi.in(0).inlet().accept(message, 0), ModelError);
  message.release();
  EXPECT_EQ(bench->pool.outstanding(), 0u);
}

/// Why the ring is refused; empty: it is not.
std::string refusal(const Fddi::Config& config, unsigned stations) {
  return run_in_child([&]() -> std::string {
    try {
      const FddiBench made(config, stations);
    } catch (const ModelError& error) {
      return error.what();
    }
    return "";
  });
}

TEST(FddiRefusal, ringsThatCannotBe) {
  Fddi::Config config;
  EXPECT_EQ(refusal(config, 2), "");
  EXPECT_EQ(refusal(config, 0), "fddi: a ring without stations");
  config.headers = config.mtu;
  EXPECT_EQ(refusal(config, 2), "fddi: a frame has no room for data");
  config = {};
  config.synchronous = millisecond;
  config.synchronous_stations = {2};
  EXPECT_EQ(refusal(config, 3), "");
  EXPECT_EQ(refusal(config, 2), "fddi: there is no synchronous station 2");
  config.synchronous = config.time_of(config.frame_bytes(config.segment())) - 1;
  EXPECT_EQ(refusal(config, 3), "fddi: a synchronous allocation is shorter than a full frame");
  // 5 x (0.6 + 0.88) + 5 + 351.04 us.
  config = {};
  config.ttrt = config.least_ttrt(4);
  EXPECT_EQ(refusal(config, 4), "");
  EXPECT_EQ(refusal(config, 5), "fddi: 5 stations need a ttrt of 363440 ns or more");
}

// A station without a connection has its port's name. The end of a frame is an event while somebody looks: the packet
// is on the ring from 6.2 to 339 us, and under way until 342.1. In the window from 100 to 341 us no more is seen.
TEST_F(FddiTiming, aTraceShowsWhoseFrameIsOnTheRing) {
  make();
  shoot(0, 1, 0, 1, 4096);
  shoot(0, 1, 400 * microsecond, 2, 4096);
  TracePlan plan;
  plan.wave = testing::TempDir() + "isochron_fddi_" + std::to_string(::getpid()) + ".vcd";
  plan.from = 100 * microsecond;
  plan.to = 341 * microsecond;
  plan.select = [](const std::vector<ProbeInfo>& infos) {
    std::vector<bool> chosen;
    chosen.reserve(infos.size());
    for (const ProbeInfo& info : infos) chosen.push_back(info.name == "owner" || info.name == "queue_depth");
    return chosen;
  };
  Trace trace(plan);
  trace.open();
  trace.run(millisecond, [&](Time leg) { bench->run(leg); });
  trace.close();
  std::ostringstream text;
  text << std::ifstream(plan.wave).rdbuf();
  std::remove(plan.wave.c_str());
  const std::string waves = text.str();
  const std::size_t first = waves.find("\n#");
  ASSERT_NE(first, std::string::npos) << waves;
  EXPECT_EQ(waves.substr(first), "\n#100000000\nb1 !\nsfddi.in[0] \"\n#339000000\ns- \"\n#341000000\n");
  EXPECT_EQ(bench->order[1].size(), 2u);
}

TEST_F(FddiTiming, signals) {
  make();
  ProbeList list;
  list.add(bench->fddi);
  std::set<std::string> names;
  for (const ProbeInfo& info : list.infos()) names.insert(info.full_name());
  EXPECT_THAT(names, ElementsAre("fddi.owner", "fddi.queue_depth", "fddi.transaction", "fddi.utilisation"));
}

}  // namespace
}  // namespace isochron::testbench
