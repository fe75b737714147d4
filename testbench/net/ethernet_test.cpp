// SPDX-License-Identifier: Apache-2.0
// An Ethernet of 100 Mb/s: a byte takes 80 ns. A full frame has 8 + 14 + 1500 + 4 + 12 = 1538 B: 123.04 us.
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isochron/core/error.h>
#include <isochron/observe/statistic_sink.h>

#include "net/ethernet_bench.h"

namespace isochron::testbench {
namespace {

using testing::ElementsAre;
using testing::Pair;

constexpr Time ethernet_end = 10 * millisecond;

class EthernetTiming : public testing::Test {
 protected:
  EthernetBench& make(Ethernet::Kind kind, unsigned stations = 3, std::uint64_t rate = 100'000'000) {
    Ethernet::Config config;
    config.kind = kind;
    config.rate = rate;
    bench = std::make_unique<EthernetBench>(config, stations);
    return *bench;
  }
  EthernetBench& hub() { return make(Ethernet::Kind::hub); }
  EthernetBench& switched() { return make(Ethernet::Kind::switched); }
  void shoot(unsigned from, unsigned to, Time at, std::uint64_t sequence, unsigned bytes) {
    bench->shoot({from, to, at, sequence, bytes});
  }
  /// When each message has come, in ns.
  std::map<std::uint64_t, Time> arrivals() {
    bench->run(ethernet_end);
    EXPECT_EQ(bench->pool.outstanding(), 0u);
    std::map<std::uint64_t, Time> all = bench->arrived;
    for (auto& [sequence, time] : all) time /= nanosecond;
    return all;
  }
  /// What is reported of the window from `from` to `to`.
  std::map<std::string, double> report(Time from, Time to) {
    ReplicationRecord record;
    StatisticSink sink(record, from, to);
    bench->ethernet.report(sink);
    return record.components["ethernet"];
  }

  std::set<std::string> signals() {
    ProbeList list;
    list.add(bench->ethernet);
    std::set<std::string> names;
    for (const ProbeInfo& info : list.infos()) names.insert(info.full_name());
    return names;
  }

  std::unique_ptr<EthernetBench> bench;
};

TEST(EthernetConfig, bytesOnTheWire) {
  const Ethernet::Config config;
  EXPECT_EQ(config.wire_bytes(1224), 8u + 14 + 40 + 1224 + 4 + 12);
  EXPECT_EQ(config.wire_bytes(64), 8u + 14 + 40 + 64 + 4 + 12);
  EXPECT_EQ(config.wire_bytes(0), 8u + 14 + 46 + 4 + 12);
  EXPECT_EQ(config.wire_bytes(6), 84u);  // 46 B of payload: no padding
  EXPECT_EQ(config.wire_bytes(7), 85u);
  EXPECT_EQ(config.wire_bytes(1460), 1538u);
  EXPECT_EQ(config.wire_bytes(1461), 1538u + 84);
  EXPECT_EQ(config.wire_bytes(2920), 2u * 1538);
  EXPECT_EQ(config.frames(0), 1u);
  EXPECT_EQ(config.frames(1460), 1u);
  EXPECT_EQ(config.frames(1461), 2u);
}

// 100 Mb/s = 12.5 MB/s, of which 1460 B of 1538 are the message's.
TEST(EthernetConfig, capacity) {
  const Ethernet::Config config;
  EXPECT_DOUBLE_EQ(config.capacity(1460).alone, 12.5e6 * 1460 / 1538);
  EXPECT_DOUBLE_EQ(config.capacity(1460).contended, 12.5e6 * 1460 / 1538);
  EXPECT_EQ(config.capacity(0).alone, 0.0);
}

// Of one frame it is what the message takes; of more, as if all frames were full: 2190 B are one and a half. Messages
// of 1400 B and 2400 B, 1478 and 2556 on the wire, take 2017 on the mean, more than 1900 + 1900 / 1460 x 78.
TEST(EthernetConfig, theLeastOnTheWireIsThatOfFullFrames) {
  const Ethernet::Config config;
  EXPECT_DOUBLE_EQ(config.least_wire_bytes(0), 84);
  EXPECT_DOUBLE_EQ(config.least_wire_bytes(6), 84);
  EXPECT_DOUBLE_EQ(config.least_wire_bytes(1224), 1302);
  EXPECT_DOUBLE_EQ(config.least_wire_bytes(1460), 1538);
  EXPECT_DOUBLE_EQ(config.least_wire_bytes(2190), 1.5 * 1538);
  const double mean = static_cast<double>(config.wire_bytes(1400) + config.wire_bytes(2400)) / 2;
  EXPECT_DOUBLE_EQ(mean, 2017);
  EXPECT_LE(config.least_wire_bytes(1900), mean);
}

TEST(EthernetConfig, headersThatFillAFrameAreRefused) {
  Ethernet::Config config;
  config.mtu = 46;
  config.headers = 46;
  EXPECT_EQ(config.parameters().problems().size(), 1u);
  config.headers = 45;
  EXPECT_TRUE(config.parameters().problems().empty());
}

// 1302 B = 104.16 us, 142 B = 11.36 us, 1538 B = 123.04 us, 1538 + 84 B = 129.76 us, 84 B = 6.72 us.
TEST_F(EthernetTiming, aMessageAloneOnTheHub) {
  hub();
  shoot(0, 1, 0, 1, 1224);
  shoot(1, 2, 1 * millisecond, 2, 64);
  shoot(2, 0, 2 * millisecond, 3, 1460);
  shoot(0, 2, 3 * millisecond, 4, 1461);
  shoot(0, 1, 4 * millisecond, 5, 0);
  EXPECT_THAT(arrivals(), ElementsAre(Pair(1, 104'160), Pair(2, 1'011'360), Pair(3, 2'123'040), Pair(4, 3'129'760),
                                      Pair(5, 4'006'720)));
  EXPECT_THAT(bench->order, ElementsAre(ElementsAre(3), ElementsAre(1, 5), ElementsAre(2, 4)));
  EXPECT_EQ(bench->ethernet.wire_bytes(), 1302u + 142 + 1538 + 1538 + 84 + 84);
  EXPECT_EQ(bench->ethernet.busy(ethernet_end), 80 * nanosecond * bench->ethernet.wire_bytes());
  EXPECT_EQ(bench->ethernet.messages(), 5u);
  EXPECT_EQ(bench->ethernet.bytes(), 1224u + 64 + 1460 + 1461);
}

// 1, of two frames, from 0 to 123.04; 2 from 1, to 246.08; 3, which has come meanwhile, from 2, to 369.12; the rest of
// 1 to 492.16.
TEST_F(EthernetTiming, stationsTakeTurnsByFrame) {
  hub();
  shoot(1, 0, 0, 2, 1460);
  shoot(0, 1, 0, 1, 2920);
  shoot(2, 0, 10 * microsecond, 3, 1460);
  EXPECT_THAT(arrivals(), ElementsAre(Pair(1, 492'160), Pair(2, 246'080), Pair(3, 369'120)));
}

// Who had the last turn is last, also when there was a pause: 1 before 0. Frames of 84 B.
TEST_F(EthernetTiming, turnsGoOnAfterAPause) {
  hub();
  shoot(0, 1, 0, 1, 0);
  shoot(0, 1, 1 * millisecond, 2, 0);
  shoot(1, 0, 1 * millisecond, 3, 0);
  EXPECT_THAT(arrivals(), ElementsAre(Pair(1, 6'720), Pair(2, 1'013'440), Pair(3, 1'006'720)));
}

// 2 comes when the first of three frames ends, and has the next turn: 1 would otherwise be done at 369.12.
TEST_F(EthernetTiming, aMessageThatComesAtTheEndOfAFrameIsThere) {
  hub();
  shoot(0, 2, 0, 1, 4380);
  shoot(1, 2, 123'040 * nanosecond, 2, 1460);
  EXPECT_THAT(arrivals(), ElementsAre(Pair(1, 492'160), Pair(2, 246'080)));
}

// Of one instant by sequence; a message that has begun is not overtaken: 5 has two frames to 129.76, then 1 and 4.
TEST_F(EthernetTiming, messagesOfAStationGoInOrder) {
  hub();
  shoot(0, 1, 0, 7, 0);
  shoot(0, 2, 0, 5, 1461);
  shoot(0, 1, 10 * microsecond, 4, 0);
  shoot(0, 1, 10 * microsecond, 1, 0);
  EXPECT_THAT(arrivals(), ElementsAre(Pair(1, 143'200), Pair(4, 149'920), Pair(5, 129'760), Pair(7, 136'480)));
}

// 142 B at 300 Mb/s take 3786.67 ns: the third picosecond of each division is carried.
TEST_F(EthernetTiming, remaindersAreCarried) {
  make(Ethernet::Kind::hub, 2, 300'000'000);
  for (std::uint64_t i = 0; i < 3; ++i) shoot(0, 1, 0, i, 64);
  bench->run(ethernet_end);
  EXPECT_THAT(bench->arrived, ElementsAre(Pair(0, 3'786'666), Pair(1, 7'573'333), Pair(2, 11'360'000)));
}

// 1302 B twice: 208.32 us. 1461 B: up to 123.04 and 129.76; down to 246.08, and the short frame behind it to 252.80.
TEST_F(EthernetTiming, aFrameCrossesASwitchInTwoHops) {
  switched();
  shoot(0, 1, 0, 1, 1224);
  shoot(0, 1, 1 * millisecond, 2, 1461);
  EXPECT_THAT(arrivals(), ElementsAre(Pair(1, 208'320), Pair(2, 1'252'800)));
  EXPECT_EQ(bench->ethernet.wire_bytes(), 2u * (1302 + 1538 + 84));
  // Three stations have six links.
  EXPECT_EQ(bench->ethernet.busy(ethernet_end), 80 * nanosecond * bench->ethernet.wire_bytes() / 6);
}

// Up together to 123.04; down that of 0 first, whoever was called first, to 246.08, then that of 1 to 369.12. What 2
// sends meanwhile has its links for itself: 246.08.
TEST_F(EthernetTiming, twoSourcesOfOneDestination) {
  switched();
  shoot(1, 2, 0, 1, 1460);
  shoot(0, 2, 0, 2, 1460);
  shoot(2, 0, 0, 3, 1460);
  EXPECT_THAT(arrivals(), ElementsAre(Pair(1, 369'120), Pair(2, 246'080), Pair(3, 246'080)));
}

// Frames of both sources in turn, as they come: 0 246.08, 1 369.12, 0 492.16, 1 615.20.
TEST_F(EthernetTiming, aSwitchSendsFramesAsTheyCome) {
  switched();
  shoot(1, 2, 0, 1, 2920);
  shoot(0, 2, 0, 2, 2920);
  EXPECT_THAT(arrivals(), ElementsAre(Pair(1, 615'200), Pair(2, 492'160)));
}

// 0's long message is for 1; its short one for 2 waits behind on the link up alone: 123.04, 246.08 and 6.72 up, then
// 6.72 down.
TEST_F(EthernetTiming, aLinkUpKeepsTheOrderOfItsStation) {
  switched();
  shoot(0, 1, 0, 1, 2920);
  shoot(0, 2, 0, 2, 0);
  EXPECT_THAT(arrivals(), ElementsAre(Pair(1, 369'120), Pair(2, 259'520)));
}

// 123.04 us of 246.08.
TEST_F(EthernetTiming, statisticsOfAHub) {
  hub();
  shoot(0, 1, 0, 1, 1460);
  bench->run(246'080 * nanosecond);
  const std::map<std::string, double> figures = report(0, 246'080 * nanosecond);
  EXPECT_DOUBLE_EQ(figures.at("utilisation"), 0.5);
  EXPECT_DOUBLE_EQ(figures.at("payload"), 1460 / 246.08e-6);
  EXPECT_DOUBLE_EQ(figures.at("queue_depth"), 0.5);
  EXPECT_DOUBLE_EQ(figures.at("messages"), 1);
  std::set<std::string> described;
  for (const StatisticInfo& statistic : Ethernet::type_info().statistics) described.insert(statistic.name);
  std::set<std::string> reported;
  for (const auto& [name, value] : figures) reported.insert(name);
  EXPECT_EQ(reported, described);
}

// Two of six links for 123.04 us of 492.16; the message is under way for 246.08.
TEST_F(EthernetTiming, statisticsOfASwitch) {
  switched();
  shoot(0, 1, 0, 1, 1460);
  bench->run(492'160 * nanosecond);
  const std::map<std::string, double> figures = report(0, 492'160 * nanosecond);
  EXPECT_NEAR(figures.at("utilisation"), 0.25 * 2 / 6, 1e-8);  // whole picoseconds
  EXPECT_DOUBLE_EQ(figures.at("queue_depth"), 0.5);
}

// The window begins in the middle of the first of two messages: 61.52 and 123.04 us of 369.12 - 61.52 = 307.60 are
// busy, two messages come, and 61.52 x 2 + 123.04 = 246.08 message-us are waited.
TEST_F(EthernetTiming, aWindowForgetsWhatWasBefore) {
  hub();
  shoot(0, 1, 0, 1, 1460);
  shoot(0, 1, 0, 2, 1460);
  bench->run(61'520 * nanosecond);
  bench->ethernet.start_window(61'520 * nanosecond);
  bench->run(369'120 * nanosecond);
  const std::map<std::string, double> figures = report(61'520 * nanosecond, 369'120 * nanosecond);
  EXPECT_DOUBLE_EQ(figures.at("utilisation"), 184.56 / 307.6);
  EXPECT_DOUBLE_EQ(figures.at("queue_depth"), 246.08 / 307.6);
  EXPECT_DOUBLE_EQ(figures.at("messages"), 2);
  EXPECT_EQ(bench->ethernet.wire_bytes(), 2u * 1538);
  bench->ethernet.start_window(369'120 * nanosecond);
  EXPECT_EQ(bench->ethernet.wire_bytes(), 0u);
  EXPECT_EQ(bench->ethernet.messages(), 0u);
  EXPECT_EQ(bench->ethernet.bytes(), 0u);
}

// Station 1 has a frame, and waits for the end of that of station 0.
TEST_F(EthernetTiming, whoWaitsForWhom) {
  hub();
  shoot(0, 1, 0, 1, 1460);
  shoot(1, 2, 0, 2, 1460);
  bench->run(10 * microsecond);
  std::vector<Wait> waits;
  bench->ethernet.report_waits(waits);
  ASSERT_EQ(waits.size(), 1u);
  EXPECT_EQ(waits[0].who, "ethernet.in[1]");
  EXPECT_EQ(waits[0].whom, "ethernet.in[0]");
}

TEST_F(EthernetTiming, aStationThatDoesNotExist) {
  hub();
  Message& message = bench->pool.allocate(0, 1);
  message.tag().destination = 3;
  EXPECT_THROW(bench->ethernet.in(0).inlet().accept(message, 0), ModelError);
  message.tag().destination = 0;
  EXPECT_THROW(bench->ethernet.in(0).inlet().accept(message, 0), ModelError);
  message.release();
  EXPECT_EQ(bench->pool.outstanding(), 0u);
}

TEST_F(EthernetTiming, signalsOfAHub) {
  make(Ethernet::Kind::hub, 2);
  EXPECT_THAT(signals(),
              ElementsAre("ethernet.owner", "ethernet.queue_depth", "ethernet.transaction", "ethernet.utilisation"));
}

TEST_F(EthernetTiming, signalsOfASwitch) {
  make(Ethernet::Kind::switched, 1);
  EXPECT_THAT(signals(), ElementsAre("ethernet.in[0].owner", "ethernet.in[0].transaction", "ethernet.in[0].utilisation",
                                     "ethernet.out[0].owner", "ethernet.out[0].transaction",
                                     "ethernet.out[0].utilisation", "ethernet.queue_depth"));
}

}  // namespace
}  // namespace isochron::testbench
