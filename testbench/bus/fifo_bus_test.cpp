// SPDX-License-Identifier: Apache-2.0
// A FIFO bus: a byte written takes 1 ns, a byte read 2 ns.
#include <optional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isochron/core/simulation.h>

#include "support/transfer_bench.h"

namespace isochron::testbench {
namespace {

using testing::ElementsAre;
using testing::Pair;

/// Three masters, two targets; target t has the addresses from 1000 t on.
class FifoBusTiming : public testing::TestWithParam<Phases> {
 protected:
  FifoBusTiming() {
    for (unsigned i = 0; i < 3; ++i)
      masters.push_back(std::make_unique<TestMaster>(("master" + std::to_string(i)).c_str(), domain));
    for (unsigned i = 0; i < 2; ++i)
      targets.push_back(std::make_unique<TestTarget>(("target" + std::to_string(i)).c_str(), domain));
  }

  void run(std::uint64_t packet = 0, Arbitration arbitration = Arbitration::first_come,
           const std::vector<std::uint64_t>& weights = {}) {
    bus.emplace("bus", domain, nanoseconds_a_byte(3, 2, 1), packet, 3, 2, arbitration, weights);
    for (unsigned i = 0; i < 3; ++i) masters[i]->socket.bind(bus->device(i));
    for (unsigned i = 0; i < 2; ++i) {
      bus->map(1000ull * i, 1000ull * i + 999, i);
      bus->window(i).bind(targets[i]->socket);
    }
    simulate_to(region, end);
    EXPECT_EQ(pool.outstanding(), 0u);
    EXPECT_FALSE(bus->busy().inside());
  }
  /// When each sequence number was done, in ns.
  std::map<std::uint64_t, Time> done() const {
    std::map<std::uint64_t, Time> times;
    for (const auto& master : masters)
      for (const auto& [sequence, time] : master->done) times[sequence] = time / nanosecond;
    return times;
  }
  void write(unsigned master, Time ns, std::uint64_t sequence, unsigned bytes, unsigned target = 0,
             unsigned traffic_class = 0) {
    script.at(ns * nanosecond, [=] { masters[master]->write(sequence, 1000ull * target, bytes, traffic_class); });
  }
  void read(unsigned master, Time ns, std::uint64_t sequence, unsigned bytes, unsigned target = 0) {
    script.at(ns * nanosecond, [=] { masters[master]->read(sequence, 1000ull * target, bytes); });
  }

  static constexpr Time end = 100 * microsecond;
  Region region{"region"};
  MessagePool pool{4096};
  Domain domain{region, pool, GetParam()};
  Script script{"script", region};
  std::vector<std::unique_ptr<TestMaster>> masters;
  std::vector<std::unique_ptr<TestTarget>> targets;
  std::optional<FifoBus> bus;
};
// Master 2 has the bus while the others ask, 1 before 0: by priority 0 goes first, and its second request before 1's.
TEST_P(FifoBusTiming, priorityIsTheLowestIndex) {
  write(2, 0, 1, 100);
  write(1, 10, 2, 100);
  write(0, 20, 3, 100);
  write(0, 30, 4, 100);
  run(0, Arbitration::priority);
  EXPECT_THAT(done(), ElementsAre(Pair(1, 100), Pair(2, 400), Pair(3, 200), Pair(4, 300)));
}

// A packet at a time: whoever has the lowest index goes on, as long as it has packets.
TEST_P(FifoBusTiming, priorityKeepsTheBusPacketByPacket) {
  write(2, 0, 1, 100);
  write(0, 10, 2, 100);
  run(20, Arbitration::priority);
  EXPECT_THAT(done(), ElementsAre(Pair(1, 200), Pair(2, 120)));
}

// Class 1 has the bus while class 2 and then class 0 ask: class 0 goes first.
TEST_P(FifoBusTiming, strictClasses) {
  write(0, 0, 1, 100, 0, 1);
  write(1, 10, 2, 100, 0, 2);
  write(2, 20, 3, 100, 0, 0);
  run(0, Arbitration::class_strict);
  EXPECT_THAT(done(), ElementsAre(Pair(1, 100), Pair(2, 300), Pair(3, 200)));
}

// Where the bus is let go after each packet, class 0 waits for one packet at most.
TEST_P(FifoBusTiming, strictClassesPacketByPacket) {
  write(0, 0, 1, 100, 0, 1);
  write(1, 30, 2, 100, 0, 0);
  run(20, Arbitration::class_strict);
  EXPECT_THAT(done(), ElementsAre(Pair(1, 200), Pair(2, 140)));
}

// Packets of 20 B by weights of 3 to 1. Rounds until class 0 and class 1 can go are 7 and 20, then 7 and 13, then 6 and
// 6, of which the class that was not served last goes: 0 0 1, then 0 0 0 1, and the last of class 0.
TEST_P(FifoBusTiming, weightedClasses) {
  write(0, 0, 1, 120, 0, 0);
  write(1, 0, 2, 40, 0, 1);
  run(20, Arbitration::class_weighted, {3, 1});
  EXPECT_THAT(done(), ElementsAre(Pair(1, 160), Pair(2, 140)));
}

INSTANTIATE_TEST_SUITE_P(Styles, FifoBusTiming, testing::Values(Phases::shortcut, Phases::explicit_four),
                         [](const testing::TestParamInfo<Phases>& tested) {
                           return tested.param == Phases::shortcut ? "shortcut" : "explicit";
                         });

// 0-100; the one of 5 ns: 100-150; the one of 10 ns, whatever its number: 150-200.
TEST_P(FifoBusTiming, firstComeFirstServed) {
  write(0, 0, 5, 100);
  write(1, 10, 1, 50);
  write(2, 5, 9, 50);
  run();
  EXPECT_THAT(done(), ElementsAre(Pair(1, 200), Pair(5, 100), Pair(9, 150)));
  EXPECT_EQ(bus->busy().total(end), 200 * nanosecond);
  EXPECT_EQ(bus->transfers(), 3u);
  EXPECT_EQ(bus->bytes(), 200u);
  // Waiting: 90 ns from 10 to 100 and 95 from 5, then 50.
  EXPECT_EQ(bus->queue_depth().integral(end), (90 + 95 + 50) * 1000);
}

// Of one instant the lowest number, whoever asked first: also when the bus is set free in it.
TEST_P(FifoBusTiming, tiesGoBySequence) {
  write(2, 0, 7, 100);
  write(0, 0, 5, 100);
  write(1, 0, 3, 100);
  write(2, 300, 12, 100);
  write(0, 300, 11, 100);
  run();
  EXPECT_THAT(done(), ElementsAre(Pair(3, 100), Pair(5, 200), Pair(7, 300), Pair(11, 400), Pair(12, 500)));
}

// Waiting since 50 ns beats a lower number that comes when the bus is set free, at 100.
TEST_P(FifoBusTiming, whoWaitsComesBeforeTheTie) {
  write(0, 0, 5, 100);
  write(1, 50, 9, 100);
  write(2, 100, 1, 100);
  run();
  EXPECT_THAT(done(), ElementsAre(Pair(1, 300), Pair(5, 100), Pair(9, 200)));
}

// A 0-40, B 40-80, A 80-120, B (20 B) 120-140, A (20 B) 140-160.
TEST_P(FifoBusTiming, packetsTakeTurns) {
  write(0, 0, 0, 100);
  write(1, 0, 1, 60);
  run(40);
  EXPECT_THAT(done(), ElementsAre(Pair(0, 160), Pair(1, 140)));
  EXPECT_EQ(bus->busy().total(end), 160 * nanosecond);
  EXPECT_EQ(bus->transfers(), 2u);
  EXPECT_EQ(bus->bytes(), 160u);
}

// Both to one target, which answers one at a time, and one a read: A 0-40, B 40-120 (read), A 120-160, B (20 B)
// 160-200, A 200-220.
TEST_P(FifoBusTiming, packetsOfReadsAndWritesTakeTurns) {
  write(0, 0, 0, 100);
  read(1, 0, 1, 60);
  run(40);
  EXPECT_THAT(done(), ElementsAre(Pair(0, 220), Pair(1, 200)));
}

// Exactly a packet, and a multiple of one: no empty packet follows. A 0-40, B 40-80, B 80-120.
TEST_P(FifoBusTiming, wholePacketsEndWithThemselves) {
  write(0, 0, 0, 40);
  write(1, 0, 1, 80);
  run(40);
  EXPECT_THAT(done(), ElementsAre(Pair(0, 40), Pair(1, 120)));
}

TEST_P(FifoBusTiming, readsTakeTheirOwnRate) {
  read(0, 0, 0, 100);
  run();
  EXPECT_THAT(done(), ElementsAre(Pair(0, 200)));
}

// The target is granted the transfer at 500: 500-600. The bus is held meanwhile, from the other target too.
TEST_P(FifoBusTiming, aTargetThatWithholdsEndReqBlocksTheBus) {
  targets[0]->accepts_at[0] = 500 * nanosecond;
  write(0, 0, 0, 100, 0);
  write(1, 0, 1, 100, 1);
  run();
  EXPECT_THAT(done(), ElementsAre(Pair(0, 600), Pair(1, 700)));
  EXPECT_EQ(bus->busy().total(end), 700 * nanosecond);
}

// Accepted at once, the data is there at 300: 300-500.
TEST_P(FifoBusTiming, aReadWaitsForItsData) {
  targets[0]->answers_at[0] = 300 * nanosecond;
  read(0, 0, 0, 100, 0);
  write(1, 0, 1, 100, 1);
  run();
  EXPECT_THAT(done(), ElementsAre(Pair(0, 500), Pair(1, 600)));
}

// Across at 100, answered at 300; the next one then.
TEST_P(FifoBusTiming, aWriteIsOverWithItsResponse) {
  targets[0]->answers_at[0] = 300 * nanosecond;
  write(0, 0, 0, 100, 0);
  write(1, 0, 1, 100, 1);
  run();
  EXPECT_THAT(done(), ElementsAre(Pair(0, 300), Pair(1, 400)));
}

// END_REQ at once for every request, however long the queue: a master can have several in it. The target sees each
// when it is granted.
TEST_P(FifoBusTiming, requestsAreAcceptedIntoTheQueue) {
  write(0, 0, 0, 100);
  write(0, 0, 1, 100);
  write(0, 20, 2, 100);
  run();
  EXPECT_THAT(masters[0]->accepted, ElementsAre(Pair(0, 0), Pair(1, 0), Pair(2, 20 * nanosecond)));
  EXPECT_THAT(targets[0]->requested, ElementsAre(Pair(0, 0), Pair(1, 100 * nanosecond), Pair(2, 200 * nanosecond)));
  EXPECT_THAT(done(), ElementsAre(Pair(0, 100), Pair(1, 200), Pair(2, 300)));
}

// A window that begins at 50 ns: 50 ns of the first transfer are in it and all of the second, which has waited since
// 10; both end in it. Nothing is in one that begins when all is over.
TEST_P(FifoBusTiming, aWindowCountsFromItsBeginning) {
  write(0, 0, 0, 100);
  write(1, 10, 1, 60);
  script.at(50 * nanosecond, [this] { bus->start_window(region.now()); });
  script.at(200 * nanosecond, [this] {
    EXPECT_EQ(bus->busy().total(region.now()), 110 * nanosecond);
    EXPECT_EQ(bus->queue_depth().integral(region.now()), 50 * 1000);
    EXPECT_EQ(bus->transfers(), 2u);
    EXPECT_EQ(bus->bytes(), 160u);
    bus->start_window(region.now());
  });
  run();
  EXPECT_EQ(bus->busy().total(end), 0u);
  EXPECT_EQ(bus->queue_depth().integral(end), 0);
  EXPECT_EQ(bus->transfers(), 0u);
  EXPECT_EQ(bus->bytes(), 0u);
}

}  // namespace
}  // namespace isochron::testbench
