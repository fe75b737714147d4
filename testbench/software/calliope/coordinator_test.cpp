// SPDX-License-Identifier: Apache-2.0
// The coordinator alone: who gets which unit, and when. Times in ms; a request takes its processor 2 ms.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isochron/core/error.h>
#include <isochron/observe/flow.h>

#include "software/calliope/coordinator_bench.h"

namespace isochron::testbench {
namespace {

using testing::ElementsAre;
using Request = CoordinatorBench::Request;

Coordinator::Config two_ms() {
  Coordinator::Config config;
  config.processor = 2 * millisecond;
  config.streams_a_unit = 2;
  config.rate = 8'000'000;  // a MB a second
  return config;
}

Request play(Time at, std::uint32_t content, Time length = 1000) {
  Request request;
  request.at = at * millisecond;
  request.content = content;
  request.length = length * millisecond;
  return request;
}

Request pair(Time at, std::uint32_t content, Time length = 1000) {
  Request request = play(at, content, length);
  request.members = 2;
  return request;
}

Request record(Time at, Time length, Time estimate) {
  Request request = play(at, 0, length);
  request.records = true;
  request.estimate = estimate * millisecond;
  return request;
}

/// "at:session@unit" of each order.
std::vector<std::string> story(const CoordinatorBench& bench) {
  std::vector<std::string> lines;
  for (const CoordinatorBench::Order& order : bench.orders)
    lines.push_back(std::to_string(order.at / millisecond) + ":" + std::to_string(order.session) + "@" +
                    std::to_string(order.unit));
  return lines;
}

std::uint64_t count(const CoordinatorBench& bench, Session::State state) {
  return bench.sessions.count(state);
}

// 0-2, 2-4, idle, 10-12. Waits 0, 2 less 1, 0; scheduling 2, 3, 2.
TEST(Coordinator, takesRequestsFirstComeFirstServed) {
  CoordinatorBench bench(two_ms());
  bench.request(play(0, 0));
  bench.request(play(1, 0));
  bench.request(play(10, 1));
  bench.run(500 * millisecond);
  EXPECT_THAT(story(bench), ElementsAre("2:0@0", "4:1@0", "12:2@1"));
  EXPECT_EQ(bench.coordinator.busy().total(500 * millisecond), 6 * millisecond);
  EXPECT_DOUBLE_EQ(bench.coordinator.scheduling().sample().sum, 7e-3);
  EXPECT_DOUBLE_EQ(bench.coordinator.waits().sample().sum, 1e-3);
}

// A quarter of the 2 ms is the end's: requests take 1.5 ms, 0-1.5; the end at 11.5 takes 0.5, to 12; the request that
// came at 11.6 is decided at 13.5, and the second end at 23.5 frees the processor at 24.
TEST(Coordinator, noticesOfEndsTakeTheirPartOfTheProcessor) {
  Coordinator::Config config = two_ms();
  config.ending = 250'000;
  CoordinatorBench bench(config);
  bench.request(play(0, 0, 10));
  Request second = play(11, 0, 10);
  second.at = 11'600 * microsecond;
  bench.request(second);
  bench.run(100 * millisecond);
  ASSERT_EQ(bench.orders.size(), 2u);
  EXPECT_EQ(bench.orders[0].at, 1'500 * microsecond);
  EXPECT_EQ(bench.orders[1].at, 13'500 * microsecond);
  EXPECT_EQ(bench.coordinator.busy().total(100 * millisecond), 4 * millisecond);
  EXPECT_EQ(count(bench, Session::State::ended), 2u);
}

// Content 0 is at units 0 and 1, content 1 at 1 and 0. The one with the fewest streams, then the lowest.
TEST(Coordinator, choosesTheUnitWithTheFewestStreams) {
  Coordinator::Config config = two_ms();
  config.copies = 2;
  CoordinatorBench bench(config);
  bench.request(play(0, 1));
  bench.request(play(2, 1));
  bench.request(play(4, 1));
  bench.request(play(6, 1));
  bench.run(50 * millisecond);
  EXPECT_THAT(story(bench), ElementsAre("2:0@0", "4:1@1", "6:2@0", "8:3@1"));
}

// Unit 0 is full until 102. Session 2 waits for it; session 3 goes to unit 1 meanwhile. At 102 the first that waits
// goes in, at 104 the next.
TEST(Coordinator, whoCannotBeServedDoesNotHoldUpOthers) {
  CoordinatorBench bench(two_ms());
  bench.request(play(0, 0, 100));
  bench.request(play(2, 0, 100));
  bench.request(play(4, 0, 500));
  bench.request(play(6, 1, 500));
  bench.request(play(8, 0, 500));
  bench.run(200 * millisecond);
  EXPECT_THAT(story(bench), ElementsAre("2:0@0", "4:1@0", "8:3@1", "102:2@0", "104:4@0"));
  EXPECT_EQ(bench.coordinator.queue_depth().integral(200 * millisecond),
            (102 - 6 + 104 - 10) * LevelOverTime::Integral{millisecond});
}

// A pair needs both at one unit: it waits for the second stream of unit 0, though one each is free at 0 and 1. A single
// request passes it, so it waits until 204.
TEST(Coordinator, aGroupIsAtOneUnit) {
  Coordinator::Config config = two_ms();
  config.copies = 2;
  CoordinatorBench bench(config);
  bench.request(play(0, 0, 100));  // at 0 until 102
  bench.request(play(0, 0, 200));  // at 1 until 204
  bench.request(pair(5, 0, 100));
  bench.request(play(7, 0, 300));  // at 0 until 309
  bench.run(500 * millisecond);
  EXPECT_THAT(story(bench), ElementsAre("2:0@0", "4:1@1", "9:3@0", "204:2@1"));
  EXPECT_EQ(count(bench, Session::State::ended), 4u);
}

// Four streams at a unit of two disks are two a disk; members are on disks beside each other.
TEST(Coordinator, disksShareTheStreamsOfAUnit) {
  Coordinator::Config config = two_ms();
  config.units = 1;
  config.streams_a_unit = 4;
  config.disks = 2;
  CoordinatorBench bench(config);
  bench.request(play(0, 0));      // disk 0
  bench.request(play(0, 2));      // disk 0
  bench.request(play(0, 4, 10));  // disk 0 is full
  bench.request(pair(0, 1));      // disks 1 and 0: full
  bench.request(play(0, 1));      // disk 1
  bench.request(record(0, 1000, 1000));
  bench.run(500 * millisecond);
  ASSERT_EQ(bench.orders.size(), 4u);
  EXPECT_EQ(bench.orders[2].session, 4u);
  EXPECT_EQ(bench.orders[2].disk, 1u);
  EXPECT_EQ(bench.orders[3].session, 5u);
  EXPECT_EQ(bench.orders[3].disk, 1u);
  EXPECT_EQ(count(bench, Session::State::queued), 2u);
}

// A MB a second, and 3 MB. The first reserves 2 MB and uses 0.5; the second, of 2 MB, goes to the other unit, the third
// to neither until the first ends, at 502: 3 - 0.5 leaves it room.
TEST(Coordinator, aRecordingReservesSpaceAndGivesBackWhatItDoesNotUse) {
  Coordinator::Config config = two_ms();
  config.space = 3'000'000;
  CoordinatorBench bench(config);
  bench.request(record(0, 500, 2000));
  bench.request(record(0, 1000, 2000));
  bench.request(record(0, 1000, 2500));
  bench.run(100 * millisecond);
  EXPECT_EQ(bench.coordinator.free_space(0), 1'000'000u);
  EXPECT_EQ(bench.coordinator.free_space(1), 1'000'000u);
  bench.run(600 * millisecond);
  EXPECT_THAT(story(bench), ElementsAre("2:0@0", "4:1@1", "502:2@0"));
  EXPECT_EQ(bench.coordinator.free_space(0), 0u);
  bench.run(3000 * millisecond);
  EXPECT_EQ(bench.coordinator.free_space(0), 1'500'000u);
  EXPECT_EQ(bench.coordinator.free_space(1), 2'000'000u);
}

// Unit 0 fails at 100. Its sessions are lost; what asks for its content waits until it returns at 300, and that of unit
// 1 goes on.
TEST(Coordinator, sessionsOfAFailedUnitAreLost) {
  CoordinatorBench bench(two_ms());
  bench.request(play(0, 0));
  bench.request(play(0, 1));
  bench.request(pair(0, 0));  // waits: one is free
  bench.request(play(150, 0));
  bench.break_connection(0, 100 * millisecond);
  bench.restore(0, 300 * millisecond);
  bench.run(200 * millisecond);
  EXPECT_EQ(count(bench, Session::State::lost), 1u);
  EXPECT_EQ(count(bench, Session::State::queued), 2u);
  EXPECT_FALSE(bench.coordinator.available(0));
  EXPECT_EQ(bench.coordinator.streams(0), 0u);
  EXPECT_EQ(bench.coordinator.streams_lost(), 1u);
  bench.run(3000 * millisecond);
  EXPECT_THAT(story(bench), ElementsAre("2:0@0", "4:1@1", "300:2@0", "1300:3@0"));
  EXPECT_EQ(count(bench, Session::State::ended), 3u);
}

// At 100 sessions 0, 2 and 4 of unit 0 are asked for anew, before the request that came at 99: to 102, 104, 106, and
// then 108. Unit 1 has room for one of them, which goes on from 98 to 1000 until 1004; the others go in when streams
// end, at 504 and 1004, before requests that are older. The recording needs two streams, which are free at 1914 for the
// first time.
TEST(Coordinator, sessionsOfAFailedUnitGoOnWhereTheContentIs) {
  Coordinator::Config config = two_ms();
  config.copies = 2;
  config.streams_a_unit = 3;
  config.policy = Coordinator::Policy::resume;
  CoordinatorBench bench(config);
  bench.request(play(0, 0));       // at 0
  bench.request(play(0, 0, 500));  // at 1, until 504
  bench.request(play(0, 0));       // at 0
  bench.request(play(0, 0));       // at 1, until 1008
  bench.request(play(0, 0));       // at 0
  Request recording = record(98, 1000, 1000);
  recording.members = 2;  // nowhere
  bench.request(recording);
  bench.request(play(99, 0));
  bench.break_connection(0, 100 * millisecond);
  bench.run(2500 * millisecond);
  EXPECT_THAT(story(bench), ElementsAre("2:0@0", "4:1@1", "6:2@0", "8:3@1", "10:4@0", "102:0@1", "504:2@1", "1004:4@1",
                                        "1008:6@1", "1914:5@1"));
  EXPECT_EQ(bench.sessions.count(Session::State::lost), 0u);
}

// Two units with room for two streams each. A session of unit 0 goes on at unit 1 from 52 on, where it does not arrive
// again: the two requests of 60 find no place until both streams end at 104.
TEST(Coordinator, aRequestArrivesWithItsFirstUnit) {
  Coordinator::Config config = two_ms();
  config.copies = 2;
  config.policy = Coordinator::Policy::resume;
  CoordinatorBench bench(config);
  Flow requests("1");
  requests.add(bench.coordinator);
  for (int i = 0; i < 2; ++i) bench.request(play(0, 0, 100));  // one at each unit
  bench.break_connection(0, 50 * millisecond);
  bench.request(play(60, 0, 1000));  // at unit 1, where the session that is resumed is
  bench.request(play(60, 0, 1000));
  bench.run(70 * millisecond);
  const FlowSample flow = requests.sample(70 * millisecond);
  EXPECT_EQ(flow.unit, "1");
  EXPECT_EQ(flow.generated, 4);
  EXPECT_EQ(flow.delivered, 2);
  EXPECT_EQ(flow.backlog_end, 2);
  requests.start_window(70 * millisecond);
  bench.run(500 * millisecond);
  EXPECT_THAT(story(bench), ElementsAre("2:0@0", "4:1@1", "52:0@1", "104:2@1", "104:3@1"));
  EXPECT_EQ(requests.sample(500 * millisecond).generated, 0);
  EXPECT_EQ(requests.sample(500 * millisecond).delivered, 2);
}

// A recording cannot go on elsewhere, and its space is free again.
TEST(Coordinator, aRecordingOfAFailedUnitIsLost) {
  Coordinator::Config config = two_ms();
  config.copies = 2;
  config.policy = Coordinator::Policy::resume;
  config.space = 3'000'000;
  CoordinatorBench bench(config);
  bench.request(record(0, 1000, 2000));
  bench.break_connection(0, 100 * millisecond);
  bench.run(1500 * millisecond);
  EXPECT_EQ(count(bench, Session::State::lost), 1u);
  EXPECT_EQ(bench.coordinator.free_space(0), 3'000'000u);
}

// Somebody spoils the table: the books do not agree.
TEST(Coordinator, booksThatDoNotAgreeEndTheRun) {
  CoordinatorBench bench(two_ms());
  bench.request(play(0, 0));
  bench.request(play(50, 0));
  bench.script.at(20 * millisecond,
                  [&bench] { bench.sessions.set_state(bench.sessions.at(0), Session::State::ended); });
  EXPECT_THROW(bench.run(100 * millisecond), ModelError);
}

}  // namespace
}  // namespace isochron::testbench
