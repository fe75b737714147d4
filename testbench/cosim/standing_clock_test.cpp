// SPDX-License-Identifier: Apache-2.0
// A clock that stands while a block waits for others changes no time, and saves cycles.
#include <gtest/gtest.h>

#include <algorithm>

#include "strand_place.h"
#include "support/child_process.h"

namespace isochron::cosim {
namespace {

constexpr unsigned strands = 16;

/// Each completion with its times, then what TIME said, then the cycles that were simulated.
std::string run(bool stands) {
  return testbench::run_in_child([=] {
    // Disks with much time between their answers, memory with some, several disks at once.
    const StrandRegime regime{
        "", 700 * nanosecond, 300 * nanosecond, 300 * microsecond, 200 * microsecond, 100 * microsecond, 9'000, 4, 2,
        7};
    RandomStrands random(3);
    const std::vector<StrandPlace::Batch> batches = {{regime, random.batch(regime, strands)}};
    DiskNodeModule::Config config;
    config.stands = stands;
    StrandPlace place("place", DiskNodeModule::Implementation::rtl, batches, 5, config);
    // A clock that never stands has no end of its own.
    while (place.time() == 0) sc_core::sc_start(to_sc_time(millisecond));
    std::string text;
    for (const StrandPlace::Outcome& outcome : place.outcomes())
      text += std::to_string(outcome.completion.id) + " at " + std::to_string(outcome.done) + " ticks " +
              std::to_string(outcome.completion.began) + " " + std::to_string(outcome.completion.ended) + "\n";
    text += std::to_string(place.time()) + "\n/" + std::to_string(place.node().cycles());
    return text;
  });
}

TEST(StandingClock, ChangesNoTimeAndSavesCycles) {
  const std::string stands = run(true);
  const std::string runs = run(false);
  EXPECT_EQ(stands.substr(0, stands.find('/')), runs.substr(0, runs.find('/')));
  EXPECT_EQ(std::count(stands.begin(), stands.end(), '\n'), strands + 1);
  const double cycles = std::stod(stands.substr(stands.find('/') + 1));
  EXPECT_GT(cycles, 0);
  EXPECT_LT(cycles, std::stod(runs.substr(runs.find('/') + 1)) / 2);
}

}  // namespace
}  // namespace isochron::cosim
