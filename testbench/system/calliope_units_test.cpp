// SPDX-License-Identifier: Apache-2.0
// Calliope with storage units of disks and streams: what viewers see when a unit fails, and what bounds it.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "system/calliope_books.h"
#include "system/calliope_run.h"

namespace isochron::testbench {
namespace {

using Server = CalliopeParameters;
using Layout = StorageUnitParameters::Layout;

/// Four units of 20 streams, sessions of 20 s; unit 2 fails at 30 s and returns at 50 s.
Server of_four(double load, std::uint64_t copies) {
  Server p;
  p.coordinator.units = 4;
  p.coordinator.streams_a_unit = 20;
  p.coordinator.copies = copies;
  p.clients.session = 20 * second;
  p.clients.rate = static_cast<std::uint64_t>(std::llround(load * 4 * 20 / 20 * 1e6));
  p.failures = {2};
  p.fail_at = 30 * second;
  p.return_at = 50 * second;
  return p;
}

CalliopeRun looked_at(const Server& p, std::uint64_t duration, std::uint64_t seed = 1) {
  CalliopeRun run = for_seconds(1, duration, seed);
  run.step = 20 * millisecond;
  run.look = [&p](const Calliope& machine, Time now) { check_books(machine, now, p); };
  return run;
}

std::string of_unit(std::uint64_t unit, const char* figure) {
  return "unit[" + std::to_string(unit) + "]." + figure;
}

/// With all that must hold whatever fails.
Figures checked(const Server& p, std::uint64_t duration = 80) {
  EXPECT_TRUE(Server(p).table().problems().empty());
  Figures f = simulate(p, looked_at(p, duration));
  for (std::uint64_t unit = 0; unit < p.coordinator.units; ++unit) {
    EXPECT_GT(f.at(of_unit(unit, "clients.packets")), 0) << unit;
    if (std::find(p.failures.begin(), p.failures.end(), unit) == p.failures.end()) {
      EXPECT_EQ(f.at(of_unit(unit, "clients.glitches")), 0) << unit;
    }
  }
  const double disks = p.storage.layout == Layout::striped ? static_cast<double>(p.storage.disks) : 1;
  EXPECT_LE(f.at("slot_wait.max"), disks * seconds(p.cycle()));
  EXPECT_LE(f.at("streams.playing.mean"), static_cast<double>(p.coordinator.units * p.streams_a_unit()));
  EXPECT_EQ(f.at("recorded.lost.mean"), 0);
  const double sum = f.at("sessions.deciding.mean") + f.at("sessions.queued.mean") + f.at("sessions.playing.mean") +
                     f.at("sessions.ended.mean") + f.at("sessions.lost.mean");
  // The window begins after a second: of the sessions of then one in twenty has its unit.
  EXPECT_NEAR(f.at("sessions.requested.mean"), sum, static_cast<double>(p.clients.rate) * 3e-6);
  return f;
}

// The pictures at the failed unit break off, each once, as many as are lost: and no other does.
TEST(CalliopeUnits, onlyStreamsOfTheFailedUnitGlitchWhereTheyEnd) {
  for (const double load : {0.6, 0.95})
    for (const std::uint64_t copies : {1u, 2u}) {
      SCOPED_TRACE(std::to_string(load) + ", copies " + std::to_string(copies));
      const Figures f = checked(of_four(load, copies));
      EXPECT_GT(f.at("streams.lost.mean"), 0.5 * load * 20);
      EXPECT_LE(f.at("streams.lost.mean"), 20);
      EXPECT_EQ(f.at("sessions.resumed.mean"), 0);
      EXPECT_EQ(f.at("underruns.mean"), f.at(of_unit(2, "clients.glitches")));
      // One that has no first packet yet has no picture to break off.
      EXPECT_LE(f.at("underruns.mean"), f.at("streams.lost.mean"));
      EXPECT_GE(f.at("underruns.mean"), f.at("streams.lost.mean") - 4);
    }
}

TEST(CalliopeUnits, theyGoOnWhereThereIsAnotherCopy) {
  for (const double load : {0.6, 0.95})
    for (const std::uint64_t copies : {1u, 2u}) {
      SCOPED_TRACE(std::to_string(load) + ", copies " + std::to_string(copies));
      Server p = of_four(load, copies);
      p.coordinator.policy = Coordinator::Policy::resume;
      const Figures f = checked(p);
      EXPECT_EQ(f.at("sessions.lost.mean") > 0, copies == 1);
      EXPECT_EQ(f.at("sessions.resumed.mean") > 0, copies == 2);
      const double touched = f.at("sessions.lost.mean") + f.at("sessions.resumed.mean");
      EXPECT_LE(f.at("underruns.mean"), touched);
      EXPECT_GE(f.at("underruns.mean"), touched - 4);
    }
}

// A glitch at the failed unit is of each stream, not of each session.
TEST(CalliopeUnits, groupsAndRecordingsAreTouchedByNoOtherUnit) {
  for (const auto layout : {Layout::copies, Layout::striped, Layout::single}) {
    SCOPED_TRACE(static_cast<int>(layout));
    Server p = of_four(0.6, 2);
    p.storage.layout = layout;
    p.clients.composite = 400'000;
    p.coordinator.policy = Coordinator::Policy::resume;
    const Figures groups = checked(p);
    EXPECT_GT(groups.at("sessions.resumed.mean"), 0);
    EXPECT_GT(groups.at("underruns.mean"), groups.at("sessions.resumed.mean"));
    p.clients.recordings = 300'000;
    p.clients.composite = 200'000;
    const Figures mixed = checked(p);
    EXPECT_GT(mixed.at("recorded.throughput.mean"), 0);
    // What is recorded has no other copy.
    EXPECT_GT(mixed.at("sessions.lost.mean"), 0);
  }
}

TEST(CalliopeUnits, aUnitThatNeverReturnsGetsNothing) {
  Server p = of_four(0.6, 2);
  p.return_at = 0;
  const Figures f = checked(p);
  EXPECT_EQ(f.at("sessions.queued.mean") + f.at("sessions.playing.mean") > 0, true);
  Server returns = of_four(0.6, 2);
  EXPECT_LT(f.at(of_unit(2, "clients.packets")), checked(returns).at(of_unit(2, "clients.packets")));
}

// More is asked for than units carry: they are given what the tightest bound of their parts allows, and keep to it.
TEST(CalliopeUnits, nothingIsAdmittedBeyondTheBoundsOfTheParts) {
  Server p = of_four(1.5, 1);
  p.failures.clear();
  p.coordinator.streams_a_unit = 100;
  const std::uint64_t most = p.streams_a_unit();
  EXPECT_LT(most, 30u);
  double tightest = 1e9;
  for (const ResourceBound& bound : p.storage.bounds(p.streams.packet, true, true, false))
    tightest = std::min(tightest, bound.limit);
  EXPECT_EQ(most, static_cast<std::uint64_t>(tightest / 187'500));
  const Figures f = simulate(p, looked_at(p, 60));
  EXPECT_GT(f.at("streams.playing.mean"), 0.8 * 4 * static_cast<double>(most));
  EXPECT_LE(f.at("streams.playing.mean"), 4 * static_cast<double>(most));
  EXPECT_GT(f.at("queue.longest.mean"), 0);
}

TEST(CalliopeUnits, theSameSeedGivesTheSameFigures) {
  Server p = of_four(0.95, 2);
  p.coordinator.policy = Coordinator::Policy::resume;
  p.clients.composite = 200'000;
  p.clients.recordings = 100'000;
  const Figures one = simulate(p, looked_at(p, 60, 5));
  // Looking at it changes nothing either.
  EXPECT_EQ(difference(one, simulate(p, for_seconds(1, 60, 5))), "");
  EXPECT_NE(difference(one, simulate(p, for_seconds(1, 60, 6))), "");
}

// 150 units of 20 streams, with sessions of ten seconds that come as fast as they end.
TEST(CalliopeUnits, aHundredAndFiftyPlay) {
  Server p;
  p.coordinator.units = 150;
  p.coordinator.streams_a_unit = 20;
  p.clients.session = 10 * second;
  p.clients.contents = 1500;
  p.clients.rate = 300'000'000;
  CalliopeRun run = looked_at(p, 20);
  run.step = 500 * millisecond;
  const Figures f = simulate(p, run);
  EXPECT_GT(f.at("streams.playing.mean"), 0.6 * 3000);
  EXPECT_LE(f.at("streams.playing.mean"), 3000);
  EXPECT_EQ(f.at("underruns.mean"), 0);
  for (unsigned unit = 0; unit < 150; ++unit) EXPECT_GT(f.at(of_unit(unit, "clients.packets")), 0) << unit;
}

}  // namespace
}  // namespace isochron::testbench
