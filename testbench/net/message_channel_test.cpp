// SPDX-License-Identifier: Apache-2.0
// Channels of 8 Gb/s: a byte takes 1 ns.
#include <cstdio>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isochron/core/error.h>
#include <isochron/net/atm_link_config.h>
#include <isochron/observe/statistic_sink.h>
#include <isochron/observe/trace.h>

#include "net/message_channel_bench.h"

namespace isochron::testbench {
namespace {

using testing::ElementsAre;
using testing::Pair;
using Routing = MessageChannel::Routing;
using ChannelShot = MessageChannelBench::Shot;

constexpr Time channel_end = 10 * microsecond;

class MessageChannelTiming : public testing::Test {
 protected:
  void make(Routing routing, bool independent, std::uint64_t queue = 0, unsigned lanes = 3) {
    bench = std::make_unique<MessageChannelBench>(
        lanes, std::vector<MessageChannelBench::Stage>{{{routing, independent, queue}}});
  }
  /// Its number is its place in the stream, too.
  void shoot(unsigned lane, Time ns, std::uint64_t id, unsigned bytes, unsigned to = 0) {
    ChannelShot shot;
    shot.lane = lane;
    shot.to = to;
    shot.at = ns * nanosecond;
    shot.bytes = bytes;
    shot.id = shot.sequence = id;
    bench->shoot(shot);
  }
  /// When each message has come, in ns.
  std::map<std::uint64_t, Time> times() {
    bench->run(channel_end);
    EXPECT_EQ(bench->pool.outstanding(), 0u);
    EXPECT_EQ(bench->channel().inside(), 0u);
    std::map<std::uint64_t, Time> all = bench->times();
    for (auto& [id, time] : all) time /= nanosecond;
    return all;
  }
  /// Where each message has come out.
  std::map<std::uint64_t, unsigned> outlets() const {
    std::map<std::uint64_t, unsigned> all;
    for (const auto& [id, arrival] : bench->arrived) all[id] = arrival.outlet;
    return all;
  }
  /// What is reported of the window from `from` to `to`, in ns.
  std::map<std::string, std::map<std::string, double>> report(Time from, Time to) {
    ReplicationRecord record;
    StatisticSink sink(record, from * nanosecond, to * nanosecond);
    bench->channel().report(sink);
    return record.components;
  }
  std::set<std::string> signals() {
    ProbeList list;
    list.add(bench->channel());
    std::set<std::string> names;
    for (const ProbeInfo& info : list.infos()) names.insert(info.full_name());
    return names;
  }

  std::unique_ptr<MessageChannelBench> bench;
};

// One medium for three lanes: 0-100, 100-150, 150-350 as they come; each leaves where it came in.
TEST_F(MessageChannelTiming, lanesShareAMedium) {
  make(Routing::by_lane, false);
  shoot(2, 0, 1, 100, 1);
  shoot(0, 20, 3, 200);
  shoot(1, 10, 2, 50, 2);
  EXPECT_THAT(times(), ElementsAre(Pair(1, 100), Pair(2, 150), Pair(3, 350)));
  EXPECT_THAT(outlets(), ElementsAre(Pair(1, 2), Pair(2, 1), Pair(3, 0)));
  EXPECT_EQ(bench->channel().busy(channel_end), 350 * nanosecond);
  EXPECT_EQ(bench->channel().busy(0, channel_end), 200 * nanosecond);
  EXPECT_EQ(bench->channel().messages(), 3u);
  EXPECT_EQ(bench->channel().messages(2), 1u);
  EXPECT_EQ(bench->channel().bytes(), 350u);
  EXPECT_EQ(bench->channel().bytes(1), 50u);
  // 2 waits from 10 to 100, 3 from 20 to 150.
  EXPECT_EQ(bench->channel().waited(), 220 * nanosecond);
  EXPECT_EQ(bench->channel().begun(), 3u);
  EXPECT_EQ(bench->channel().queue_depth().integral(channel_end), 220 * nanosecond);
}

TEST_F(MessageChannelTiming, lanesHaveAMediumEach) {
  make(Routing::by_lane, true);
  shoot(2, 0, 1, 100);
  shoot(0, 20, 2, 200);
  shoot(2, 10, 3, 50);
  EXPECT_THAT(times(), ElementsAre(Pair(1, 100), Pair(2, 220), Pair(3, 150)));
  EXPECT_EQ(bench->channel().busy(2, channel_end), 150 * nanosecond);
  EXPECT_EQ(bench->channel().busy(channel_end), 350 * nanosecond / 3);
}

TEST_F(MessageChannelTiming, aSwitchOfOneMedium) {
  make(Routing::by_destination, false);
  shoot(0, 0, 1, 100, 2);
  shoot(1, 10, 2, 100, 0);
  EXPECT_THAT(times(), ElementsAre(Pair(1, 100), Pair(2, 200)));
  EXPECT_THAT(outlets(), ElementsAre(Pair(1, 2), Pair(2, 0)));
}

// Two messages to 2, from 0 and 1, one behind the other; that of 0 to 1 does not wait for them.
TEST_F(MessageChannelTiming, aSwitchWithAMediumForEachDestination) {
  make(Routing::by_destination, true);
  shoot(0, 0, 1, 100, 2);
  shoot(1, 10, 2, 100, 2);
  shoot(0, 20, 3, 100, 1);
  EXPECT_THAT(times(), ElementsAre(Pair(1, 100), Pair(2, 200), Pair(3, 120)));
}

// Of one instant by lane, then by stream, then by sequence number, then by block, whoever was called first.
TEST_F(MessageChannelTiming, theOrderOfAnInstant) {
  make(Routing::by_lane, false);
  //                  lane to at bytes id stream sequence block
  bench->shoot({1, 0, 0, 10, 6, 0, 0, 0});
  bench->shoot({0, 0, 0, 10, 5, 2, 0, 0});
  bench->shoot({0, 0, 0, 10, 4, 1, 8, 2});
  bench->shoot({0, 0, 0, 10, 3, 1, 8, 1});
  bench->shoot({0, 0, 0, 10, 2, 1, 7, 9});
  bench->shoot({0, 0, 0, 10, 1, 0, 9, 9});
  EXPECT_THAT(times(), ElementsAre(Pair(1, 10), Pair(2, 20), Pair(3, 30), Pair(4, 40), Pair(5, 50), Pair(6, 60)));
}

// Who waits since 50 ns is before whoever comes when the medium is free, at 100.
TEST_F(MessageChannelTiming, whoWaitsIsBeforeAnEarlierLane) {
  make(Routing::by_lane, false);
  shoot(1, 0, 1, 100);
  shoot(2, 50, 3, 100);
  shoot(0, 100, 2, 100);
  EXPECT_THAT(times(), ElementsAre(Pair(1, 100), Pair(2, 300), Pair(3, 200)));
}

// Of five at once one goes, two wait, and the last two in their order are lost, not the last two called. What comes
// when one has gone finds room again: 100 - 200 is the turn of 2, and 6 waits behind 3.
TEST_F(MessageChannelTiming, aFullQueueLosesTheLast) {
  make(Routing::by_lane, true, 2);
  for (const std::uint64_t id : {5, 1, 4, 2, 3}) shoot(1, 0, id, 100);
  shoot(1, 99, 7, 100);
  shoot(1, 100, 6, 100);
  shoot(0, 50, 9, 10);
  EXPECT_THAT(times(), ElementsAre(Pair(1, 100), Pair(2, 200), Pair(3, 300), Pair(6, 400), Pair(9, 60)));
  EXPECT_EQ(bench->channel().dropped(), 3u);
  EXPECT_EQ(bench->channel().dropped(1), 3u);
  EXPECT_EQ(bench->channel().dropped(0), 0u);
  EXPECT_EQ(bench->channel().begun(), 5u);
  EXPECT_EQ(bench->channel().bytes(), 410u);
}

// A message of no bytes takes no time, and one behind it begins in the same instant.
TEST_F(MessageChannelTiming, aMessageWithoutBytes) {
  make(Routing::by_lane, false);
  shoot(0, 30, 1, 0);
  shoot(1, 30, 2, 5);
  EXPECT_THAT(times(), ElementsAre(Pair(1, 30), Pair(2, 35)));
}

// One event of the region for each message that crosses, and one in which all are sent; a lost one costs none.
TEST_F(MessageChannelTiming, aMessageIsOneEvent) {
  make(Routing::by_destination, true, 4);
  for (std::uint64_t id = 0; id < 10; ++id) shoot(0, 0, id, 50, 1);
  shoot(1, 0, 10, 50, 0);
  bench->run(channel_end);
  EXPECT_EQ(bench->channel().dropped(), 5u);
  EXPECT_EQ(bench->region.events(), 1u + 6);
}

// 150 ns of 200; 100 B and 50 B in 200 ns; the second waits for 60 of 200 ns.
TEST_F(MessageChannelTiming, whatIsReported) {
  make(Routing::by_lane, false, 1, 2);
  shoot(0, 0, 1, 100);
  shoot(1, 40, 2, 50);
  shoot(1, 50, 3, 50);
  bench->run(200 * nanosecond);
  const auto figures = report(0, 200);
  EXPECT_DOUBLE_EQ(figures.at("channel").at("utilisation"), 0.75);
  EXPECT_DOUBLE_EQ(figures.at("channel").at("throughput"), 750e6);
  EXPECT_DOUBLE_EQ(figures.at("channel").at("messages"), 2);
  EXPECT_DOUBLE_EQ(figures.at("channel").at("dropped"), 1);
  EXPECT_DOUBLE_EQ(figures.at("channel").at("queue_depth"), 0.3);
  EXPECT_DOUBLE_EQ(figures.at("channel").at("wait"), 30e-9);
  EXPECT_DOUBLE_EQ(figures.at("channel.out[0]").at("utilisation"), 0.5);
  EXPECT_DOUBLE_EQ(figures.at("channel.out[1]").at("utilisation"), 0.25);
  EXPECT_DOUBLE_EQ(figures.at("channel.out[1]").at("throughput"), 250e6);
  std::set<std::string> described;
  for (const StatisticInfo& statistic : AtmLinkConfig::type_info().statistics) described.insert(statistic.name);
  std::set<std::string> reported;
  for (const auto& [name, of_part] : figures)
    for (const auto& [statistic, value] : of_part) reported.insert((name == "channel" ? "" : "out[i].") + statistic);
  EXPECT_EQ(reported, described);
}

// Each of two media is busy for 100 of 200 ns: the mean.
TEST_F(MessageChannelTiming, theUtilisationOfSeveralMediaIsTheirMean) {
  make(Routing::by_lane, true, 0, 2);
  shoot(0, 0, 1, 100);
  shoot(1, 0, 2, 100);
  bench->run(200 * nanosecond);
  EXPECT_DOUBLE_EQ(report(0, 200).at("channel").at("utilisation"), 0.5);
}

// The window begins at 60: of 1 the rest, 40 ns; 2 has waited for 100 ns, 40 of them in the window.
TEST_F(MessageChannelTiming, aWindowForgetsWhatWasBefore) {
  make(Routing::by_lane, false, 1);
  shoot(0, 0, 1, 100);
  shoot(0, 0, 2, 100);
  shoot(0, 0, 3, 100);
  bench->run(60 * nanosecond);
  EXPECT_EQ(bench->channel().inside(), 2u);
  EXPECT_EQ(bench->channel().dropped(), 1u);
  bench->channel().start_window(60 * nanosecond);
  bench->run(160 * nanosecond);
  EXPECT_EQ(bench->channel().inside(), 1u);
  const std::map<std::string, double> figures = report(60, 160).at("channel");
  EXPECT_DOUBLE_EQ(figures.at("utilisation"), 1);
  EXPECT_DOUBLE_EQ(figures.at("messages"), 1);
  EXPECT_DOUBLE_EQ(figures.at("dropped"), 0);
  EXPECT_DOUBLE_EQ(figures.at("queue_depth"), 0.4);
  EXPECT_DOUBLE_EQ(figures.at("wait"), 100e-9);
  bench->channel().start_window(160 * nanosecond);
  EXPECT_EQ(bench->channel().messages(), 0u);
  EXPECT_EQ(bench->channel().bytes(), 0u);
  EXPECT_EQ(bench->channel().begun(), 0u);
  EXPECT_EQ(bench->channel().waited(), 0u);
}

// 1 and 2, twice, wait for the end of what 0 has sent: each is said once.
TEST_F(MessageChannelTiming, whoWaitsForWhom) {
  make(Routing::by_lane, false);
  shoot(0, 0, 1, 100);
  shoot(1, 10, 2, 100);
  shoot(2, 20, 3, 100);
  shoot(2, 20, 4, 100);
  bench->run(50 * nanosecond);
  std::vector<Wait> waits;
  bench->channel().report_waits(waits);
  ASSERT_EQ(waits.size(), 2u);
  EXPECT_EQ(waits[0].who, "channel.in[1]");
  EXPECT_EQ(waits[0].whom, "channel.in[0]");
  EXPECT_EQ(waits[1].who, "channel.in[2]");
}

TEST_F(MessageChannelTiming, anOutletThatDoesNotExist) {
  make(Routing::by_destination, false);
  Message& message = bench->pool.allocate(0, 1);
  message.tag().destination = 3;
  EXPECT_THROW(bench->channel().in(0).inlet().accept(message, 0), ModelError);
  message.release();
  EXPECT_EQ(bench->pool.outstanding(), 0u);
}

TEST_F(MessageChannelTiming, aChannelWithoutLanes) {
  EXPECT_THROW(make(Routing::by_lane, false, 0, 0), ModelError);
}

// From 20 to 220 ns: 1 is on the medium to 100, 2 comes at 50 and is on it to 200.
TEST_F(MessageChannelTiming, aTraceShowsWhoHasTheMediumAndHowManyWait) {
  make(Routing::by_lane, false);
  shoot(1, 0, 1, 100);
  shoot(2, 50, 2, 100);
  TracePlan plan;
  plan.wave = testing::TempDir() + "isochron_message_channel_" + std::to_string(::getpid()) + ".vcd";
  plan.from = 20 * nanosecond;
  plan.to = 220 * nanosecond;
  plan.select = [](const std::vector<ProbeInfo>& infos) {
    std::vector<bool> chosen;
    chosen.reserve(infos.size());
    for (const ProbeInfo& info : infos) chosen.push_back(info.name == "owner" || info.name == "queue_depth");
    return chosen;
  };
  Trace trace(plan);
  trace.open();
  trace.run(microsecond, [&](Time leg) { bench->run(leg); });
  trace.close();
  std::ostringstream text;
  text << std::ifstream(plan.wave).rdbuf();
  std::remove(plan.wave.c_str());
  const std::string waves = text.str();
  const std::size_t first = waves.find("\n#");
  ASSERT_NE(first, std::string::npos) << waves;
  EXPECT_EQ(waves.substr(first),
            "\n#20000\nb0 !\nschannel.in[1] \"\n#50000\nb1 !\n#100000\ns- \"\nschannel.in[2] \"\nb0 !\n"
            "#200000\ns- \"\n#220000\n");
}

TEST_F(MessageChannelTiming, signalsOfOneMedium) {
  make(Routing::by_lane, false, 0, 2);
  EXPECT_THAT(signals(),
              ElementsAre("channel.owner", "channel.queue_depth", "channel.transaction", "channel.utilisation"));
}

TEST_F(MessageChannelTiming, signalsOfAMediumForEachOutlet) {
  make(Routing::by_lane, true, 0, 2);
  EXPECT_THAT(signals(), ElementsAre("channel.out[0].owner", "channel.out[0].transaction", "channel.out[0].utilisation",
                                     "channel.out[1].owner", "channel.out[1].transaction", "channel.out[1].utilisation",
                                     "channel.queue_depth"));
}

}  // namespace
}  // namespace isochron::testbench
