// SPDX-License-Identifier: Apache-2.0
// Calliope with storage units of disks and streams: what viewers see when a unit fails, and what bounds it.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "systems/calliope/calliope_accounts.h"
#include "systems/calliope/calliope_run.h"

namespace isochron::testbench {
namespace {

constexpr std::uint64_t units = 4;

/// Four units of 20 streams, sessions of 20 s; unit 2 fails at 30 s and returns at 50 s.
Settings of_four(double load, std::uint64_t copies) {
  return {{"coordinator.units", std::to_string(units)},
          {"coordinator.streams_a_unit", "20"},
          {"coordinator.copies", std::to_string(copies)},
          {"coordinator.session", "20 s"},
          {"coordinator.rate", per_second(load * units * 20 / 20)},
          {"coordinator.failures", "[2]"},
          {"coordinator.fail_at", "30 s"},
          {"coordinator.return_at", "50 s"}};
}

CalliopeRun looked_at(const CalliopeAccounts& accounts, std::uint64_t duration, std::uint64_t seed = 1) {
  CalliopeRun run = for_seconds(1, duration, seed);
  run.step = 20 * millisecond;
  run.look = [&accounts](Time now) { accounts.check(now); };
  return run;
}

std::string of_unit(std::uint64_t unit, const char* figure) {
  return "unit[" + std::to_string(unit) + "]." + figure;
}

/// With all that must hold whatever fails.
Figures checked(const Settings& p, std::uint64_t duration = 80) {
  EXPECT_TRUE(problems_of(calliope, p).empty());
  const CalliopeAccounts accounts(p);
  Figures f = simulate(calliope, p, looked_at(accounts, duration));
  for (std::uint64_t unit = 0; unit < units; ++unit) {
    EXPECT_GT(f.at(of_unit(unit, "clients.packets")), 0) << unit;
    if (unit != 2) {
      EXPECT_EQ(f.at(of_unit(unit, "clients.glitches")), 0) << unit;
    }
  }
  const auto machine = library_machine(calliope, p);
  const auto number = [&machine](const char* path) { return static_cast<double>(number_of(*machine, path)); };
  const double waited_for = value_of<std::string>(*machine, "layout") == "striped" ? number("disks") : 1;
  EXPECT_LE(f.at("slot_wait.max"), waited_for * number("block") * 8 / number("streams.rate"));
  EXPECT_LE(f.at("streams.playing.mean"), static_cast<double>(units * accounts.streams_a_unit()));
  EXPECT_EQ(f.at("recorded.lost.mean"), 0);
  const double sum = f.at("sessions.deciding.mean") + f.at("sessions.queued.mean") + f.at("sessions.playing.mean") +
                     f.at("sessions.ended.mean") + f.at("sessions.lost.mean");
  // The window begins after a second: of the sessions of then one in twenty has its unit.
  EXPECT_NEAR(f.at("sessions.requested.mean"), sum, number("coordinator.rate") * 3e-6);
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
      Settings p = of_four(load, copies);
      p["coordinator.policy"] = "resume";
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
  for (const char* const layout : {"copies", "striped", "single"}) {
    SCOPED_TRACE(layout);
    Settings p = of_four(0.6, 2);
    p["layout"] = layout;
    p["coordinator.composite"] = "0.4";
    p["coordinator.policy"] = "resume";
    const Figures groups = checked(p);
    EXPECT_GT(groups.at("sessions.resumed.mean"), 0);
    EXPECT_GT(groups.at("underruns.mean"), groups.at("sessions.resumed.mean"));
    p["coordinator.recordings"] = "0.3";
    p["coordinator.composite"] = "0.2";
    const Figures mixed = checked(p);
    EXPECT_GT(mixed.at("recorded.throughput.mean"), 0);
    // What is recorded has no other copy.
    EXPECT_GT(mixed.at("sessions.lost.mean"), 0);
  }
}

TEST(CalliopeUnits, aUnitThatNeverReturnsGetsNothing) {
  Settings p = of_four(0.6, 2);
  p["coordinator.return_at"] = "never";
  const Figures f = checked(p);
  EXPECT_EQ(f.at("sessions.queued.mean") + f.at("sessions.playing.mean") > 0, true);
  EXPECT_LT(f.at(of_unit(2, "clients.packets")), checked(of_four(0.6, 2)).at(of_unit(2, "clients.packets")));
}

// More is asked for than units carry: they are given what the tightest bound of their parts allows, and keep to it.
TEST(CalliopeUnits, nothingIsAdmittedBeyondTheBoundsOfTheParts) {
  Settings p = of_four(1.5, 1);
  p["coordinator.failures"] = "[]";
  p["coordinator.streams_a_unit"] = "100";
  const CalliopeAccounts accounts(p);
  const std::uint64_t most = accounts.streams_a_unit();
  EXPECT_LT(most, 30u);
  // Sessions of all units, of one stream and 20 s each.
  const std::vector<ResourceBound> bounds = library_machine(calliope, p)->bounds();
  const auto streams =
      std::find_if(bounds.begin(), bounds.end(), [](const ResourceBound& one) { return one.resource == "streams"; });
  ASSERT_NE(streams, bounds.end());
  EXPECT_NEAR(streams->limit, static_cast<double>(units * most) / 20, 1e-9);
  const Figures f = simulate(calliope, p, looked_at(accounts, 60));
  EXPECT_GT(f.at("streams.playing.mean"), 0.8 * units * static_cast<double>(most));
  EXPECT_LE(f.at("streams.playing.mean"), units * static_cast<double>(most));
  EXPECT_GT(f.at("queue.longest.mean"), 0);
}

TEST(CalliopeUnits, theSameSeedGivesTheSameFigures) {
  Settings p = of_four(0.95, 2);
  p["coordinator.policy"] = "resume";
  p["coordinator.composite"] = "0.2";
  p["coordinator.recordings"] = "0.1";
  const CalliopeAccounts accounts(p);
  const Figures one = simulate(calliope, p, looked_at(accounts, 60, 5));
  // Looking at it changes nothing either.
  EXPECT_EQ(difference(one, simulate(calliope, p, for_seconds(1, 60, 5))), "");
  EXPECT_NE(difference(one, simulate(calliope, p, for_seconds(1, 60, 6))), "");
}

// 150 units of 20 streams, with sessions of ten seconds that come as fast as they end.
TEST(CalliopeUnits, aHundredAndFiftyPlay) {
  const Settings p{{"coordinator.units", "150"},
                   {"coordinator.streams_a_unit", "20"},
                   {"coordinator.session", "10 s"},
                   {"coordinator.contents", "1500"},
                   {"coordinator.rate", "300 /s"}};
  const CalliopeAccounts accounts(p);
  CalliopeRun run = looked_at(accounts, 20);
  run.step = 500 * millisecond;
  const Figures f = simulate(calliope, p, run);
  EXPECT_GT(f.at("streams.playing.mean"), 0.6 * 3000);
  EXPECT_LE(f.at("streams.playing.mean"), 3000);
  EXPECT_EQ(f.at("underruns.mean"), 0);
  for (unsigned unit = 0; unit < 150; ++unit) EXPECT_GT(f.at(of_unit(unit, "clients.packets")), 0) << unit;
}

}  // namespace
}  // namespace isochron::testbench
