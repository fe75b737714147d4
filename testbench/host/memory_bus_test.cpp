// SPDX-License-Identifier: Apache-2.0
// The memory bus against arithmetic, and against a bus that is drawn picosecond by picosecond.
#include <algorithm>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/host/memory_bus.h>
#include <isochron/observe/statistic_sink.h>

namespace isochron {
namespace {

using Traffic = MemoryBus::Traffic;

/// A byte takes 1 ps, sent 2.
MemoryBus::Config picoseconds_a_byte() {
  MemoryBus::Config config;
  config.memory_read = 1;
  config.send = 2;
  return config;
}

// PS2, section 6: a slave in one second. 290 extents of 32 KiB are read from disks, 137 ms; 347 KiB of parts are
// extracted, 113 ms, and sent, 20 ms; in all 270 ms. The printed times are whole milliseconds.
TEST(MemoryBusTiming, theSlaveOfThePaper) {
  MemoryBus bus("bus", {});
  EXPECT_EQ(bus.carry(Traffic::disk_read, 290 * 32768, 0, second), second);
  EXPECT_EQ(bus.carry(Traffic::extract, 347 * 1024, 0, second), second);
  EXPECT_EQ(bus.carry(Traffic::send, 347 * 1024, 0, second), second);
  ReplicationRecord record;
  StatisticSink sink(record, 0, second);
  bus.report(sink);
  const auto& figures = record.components.at("bus");
  EXPECT_NEAR(figures.at("disk_read"), 0.137, 0.0005);
  EXPECT_NEAR(figures.at("extract"), 0.113, 0.0005);
  EXPECT_NEAR(figures.at("send"), 0.020, 0.0005);
  EXPECT_NEAR(figures.at("utilisation"), 0.270, 0.0005);
  EXPECT_EQ(figures.at("merge"), 0.0);
}

// The master: 1041 KiB received, 104 ms, and merged, 39 ms (38.6).
TEST(MemoryBusTiming, theMasterOfThePaper) {
  MemoryBus bus("bus", {});
  EXPECT_EQ(bus.carry(Traffic::receive, 1041 * 1024, 0, second), second);
  EXPECT_EQ(bus.carry(Traffic::merge, 1041 * 1024, 0, second), second);
  EXPECT_EQ(bus.busy(Traffic::receive, second), 1041 * 1024 * 98 * nanosecond);
  EXPECT_EQ(bus.busy(Traffic::merge, second), 1041 * 1024 * Time{36'200});
  EXPECT_NEAR(seconds(bus.busy(second)), 0.143, 0.0005);
}

// The times of a byte add up (section 6): of memory reads and sending, a byte of each takes 3 ps, so that of 1000 ps
// 333 bytes of both fit, and with 400 of both the bus is 200 ps behind.
TEST(MemoryBusTiming, timesOfAByteAddUp) {
  MemoryBus bus("bus", picoseconds_a_byte());
  EXPECT_EQ(bus.carry(Traffic::memory_read, 333, 0, 1000), 1000u);
  EXPECT_EQ(bus.carry(Traffic::send, 333, 0, 1000), 1000u);
  EXPECT_EQ(bus.carry(Traffic::memory_read, 67, 0, 1000), 1066u);
  EXPECT_EQ(bus.carry(Traffic::send, 67, 0, 1000), 1200u);
}

// Free time between many small uses adds up: none of it is dropped.
TEST(MemoryBusTiming, freeTimeIsNotForgotten) {
  MemoryBus bus("bus", picoseconds_a_byte());
  for (Time now = 10; now <= 2000; now += 10) EXPECT_EQ(bus.carry(Traffic::memory_read, 1, 0, now), now);
  EXPECT_EQ(bus.carry(Traffic::memory_read, 1800, 0, 2000), 2000u);
  EXPECT_EQ(bus.carry(Traffic::memory_read, 1, 0, 2000), 2001u);
}

// A single user: what does not fit into its time is late, and what comes then finds the bus taken until 150: 40 of it
// fit into 150-190, or are late by the rest.
TEST(MemoryBusTiming, whatIsLateHoldsUpTheNext) {
  MemoryBus bus("bus", picoseconds_a_byte());
  EXPECT_EQ(bus.carry(Traffic::memory_read, 150, 0, 100), 150u);
  EXPECT_EQ(bus.carry(Traffic::memory_read, 40, 120, 180), 190u);
  EXPECT_EQ(bus.carry(Traffic::memory_read, 40, 120, 250), 250u);
  EXPECT_EQ(bus.busy(250), 230u);
}

// A job of 0-200 that used the bus for 30 ps, after one of 90-100 that used it for 10: 0-90 was free.
TEST(MemoryBusTiming, aShortTransferTakesNothingFromALongOne) {
  MemoryBus bus("bus", picoseconds_a_byte());
  EXPECT_EQ(bus.carry(Traffic::memory_read, 10, 90, 100), 100u);
  EXPECT_EQ(bus.carry(Traffic::memory_read, 90, 0, 100), 100u);
  EXPECT_EQ(bus.carry(Traffic::memory_read, 1, 0, 100), 101u);
}

// The earliest free time is taken: 0-50 of the first leaves 50-100 to the second.
TEST(MemoryBusTiming, theEarliestFreeTimeIsTaken) {
  MemoryBus bus("bus", picoseconds_a_byte());
  EXPECT_EQ(bus.carry(Traffic::memory_read, 50, 0, 100), 100u);
  EXPECT_EQ(bus.carry(Traffic::memory_read, 50, 50, 100), 100u);
  EXPECT_EQ(bus.carry(Traffic::memory_read, 1, 0, 100), 101u);
}

TEST(MemoryBusTiming, nothingIsCarriedAtOnce) {
  MemoryBus bus("bus", picoseconds_a_byte());
  EXPECT_EQ(bus.carry(Traffic::none, 1'000'000, 10, 10), 10u);
  EXPECT_EQ(bus.carry(Traffic::send, 0, 10, 10), 10u);
  EXPECT_EQ(bus.carry(Traffic::send, 5, 10, 10), 20u);
  EXPECT_EQ(bus.carry(Traffic::send, 0, 10, 12), 12u);  // the bus is behind, but with others' bytes
  EXPECT_EQ(bus.busy(Traffic::none, 20), 0u);
  EXPECT_EQ(bus.busy(20), 10u);
}

// Taken 0-100 and on to 150. A window from 100 has the 50 of it that lie in it, seen at 120 only 20; what is told at
// 160 and moved since 90 finds 150-160 free and is late to 165: at 160 the window has 60, at 170 65.
TEST(MemoryBusTiming, aWindowCountsWhatLiesInIt) {
  MemoryBus bus("bus", picoseconds_a_byte());
  bus.carry(Traffic::memory_read, 150, 0, 100);
  EXPECT_EQ(bus.busy(100), 100u);
  bus.start_window(100);
  EXPECT_EQ(bus.busy(100), 0u);
  EXPECT_EQ(bus.busy(120), 20u);
  EXPECT_EQ(bus.busy(150), 50u);
  EXPECT_EQ(bus.carry(Traffic::memory_read, 15, 90, 160), 165u);
  EXPECT_EQ(bus.busy(160), 60u);
  EXPECT_EQ(bus.busy(170), 65u);
}

// Free time before the window is not the window's: of 60 ps told at 120 that moved since 0, 60 went into 0-60.
TEST(MemoryBusTiming, whatMovedBeforeTheWindowIsNotInIt) {
  MemoryBus bus("bus", picoseconds_a_byte());
  bus.start_window(50);
  EXPECT_EQ(bus.carry(Traffic::memory_read, 60, 0, 120), 120u);
  EXPECT_EQ(bus.busy(120), 10u);
}

// Traffic that each picosecond of a timeline belongs to: a byte takes the first free ones from `from` on. That nothing
// is lost of a whole run, that fractions add up, and that no window is more than full follows from it.
RC_GTEST_PROP(MemoryBusTiming, agreesWithATimelineThatIsDrawn, ()) {
  MemoryBus bus("bus", picoseconds_a_byte());
  std::vector<Traffic> timeline(20'000, Traffic::none);
  const Time window = *rc::gen::inRange<Time>(0, 300);
  bool windowed = false;
  Time now = 0;
  const auto length = *rc::gen::inRange(1, 50);
  for (int i = 0; i < length; ++i) {
    now += *rc::gen::inRange<Time>(0, 30);
    if (!windowed && now >= window) {
      bus.start_window(window);
      windowed = true;
    }
    const Time from = now - std::min(now, *rc::gen::inRange<Time>(0, 100));
    const Traffic traffic = *rc::gen::element(Traffic::memory_read, Traffic::send, Traffic::none);
    const std::uint64_t bytes = *rc::gen::inRange<std::uint64_t>(0, 30);
    std::uint64_t left = traffic == Traffic::none ? 0 : traffic == Traffic::send ? 2 * bytes : bytes;
    Time carried = now;
    for (Time at = from; left > 0; ++at) {
      if (timeline[at] != Traffic::none) continue;
      timeline[at] = traffic;
      --left;
      carried = std::max(now, at + 1);
    }
    RC_ASSERT(bus.carry(traffic, bytes, from, now) == carried);
    const Time look = now + *rc::gen::inRange<Time>(0, 60);
    for (const Traffic kind : {Traffic::memory_read, Traffic::send}) {
      const auto begin = timeline.begin() + static_cast<std::ptrdiff_t>(windowed ? window : 0);
      RC_ASSERT(bus.busy(kind, look) ==
                static_cast<Time>(std::count(begin, timeline.begin() + static_cast<std::ptrdiff_t>(look), kind)));
    }
  }
}

// However many pieces of free time there are, the latest are remembered: 200 times 1 ps of 10 is taken; the last 64
// gaps are 9 ps each, and of those of the last 30 rounds all can be had.
TEST(MemoryBusTiming, forgetsOnlyWhatIsLongAgo) {
  MemoryBus bus("bus", picoseconds_a_byte());
  for (Time at = 10; at <= 2000; at += 10) bus.carry(Traffic::memory_read, 1, at - 1, at);
  EXPECT_EQ(bus.carry(Traffic::memory_read, 30 * 9, 1700, 2000), 2000u);
  EXPECT_EQ(bus.carry(Traffic::memory_read, 1, 1700, 2000), 2001u);
}

}  // namespace
}  // namespace isochron
