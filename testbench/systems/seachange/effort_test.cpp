// SPDX-License-Identifier: Apache-2.0
// What a run costs in counts, not in seconds: events a message, and memory that does not grow with simulated time.
#include <gtest/gtest.h>

#include "systems/seachange/cluster_run.h"

namespace isochron::testbench {
namespace {

using BusModel = SeachangeParameters::BusModel;

ClusterOutcome run_for(Time duration, BusModel model, std::uint64_t megabytes_per_second = 240) {
  ClusterRun run;
  run.parameters.bus_model = model;
  run.parameters.target_bandwidth = megabytes_per_second * 8'000'000;
  run.window_end = duration;
  return simulate(run);
}

double per_message(const ClusterOutcome& outcome, const char* what) {
  return outcome.effort.at(what) / outcome.effort.at("messages");
}

TEST(Effort, FastModeNeedsAtMostFiveAndAHalfEventsAMessage) {
  const ClusterOutcome outcome = run_for(400 * millisecond, BusModel::fast);
  ASSERT_GT(outcome.effort.at("messages"), 500'000);
  EXPECT_LE(per_message(outcome, "events"), 5.5);
  EXPECT_LE(per_message(outcome, "kernel_notifications"), 0.5);  // the region runs ahead of the kernel
}

TEST(Effort, ReferenceModeSpendsAnEventASlice) {
  const ClusterOutcome outcome = run_for(50 * millisecond, BusModel::reference);
  // A message of 8 slices: 6/7 cross four buses, 1/7 two, and five or two links.
  const double slices = 8 * (6.0 / 7 * 4 + 1.0 / 7 * 2);
  const double links = 6.0 / 7 * 5 + 1.0 / 7 * 2;
  EXPECT_NEAR(per_message(outcome, "events"), slices + links, 0.3);
}

// 6/7 of the messages cross four buses and five links, 1/7 two and two.
TEST(Effort, FastModeSpendsAnEventATransfer) {
  ClusterRun run;
  run.fold = false;
  run.window_end = 50 * millisecond;
  EXPECT_NEAR(per_message(simulate(run), "events"), 6.0 / 7 * 9 + 1.0 / 7 * 4, 0.1);
}

// The first bus, the last link and the last bus need none.
TEST(Effort, FoldedTransfersNeedNoEvent) {
  const ClusterOutcome outcome = run_for(50 * millisecond, BusModel::fast);
  EXPECT_NEAR(per_message(outcome, "events"), 6.0 / 7 * (9 - 3) + 1.0 / 7 * (4 - 3), 0.1);
}

TEST(Effort, MessagesUnderWayAreBoundedByTheBuffers) {
  ClusterRun run;
  run.parameters.target_bandwidth = 8 * 400'000'000ull;  // saturated
  run.window_end = 600 * millisecond;
  const ClusterOutcome outcome = simulate(run);
  // A message has a buffer ahead of it, or stands at an engine, or crosses the last bus. Output ports of a node: 2 RAID
  // bridges, 4 of the switch, 2 x 2 of the InfiniBand-side bridges, 2 x 7 of the chips, 2 GigE bridges.
  const double bound = 7 * ((2 + 4 + 4 + 14 + 2) * 2 + 2 + 2);
  EXPECT_LE(outcome.effort.at("peak_under_way"), bound);
  EXPECT_GT(outcome.effort.at("peak_under_way"), 40);
  EXPECT_LE(outcome.effort.at("peak_under_way_late"), outcome.effort.at("peak_under_way"));
}

TEST(Effort, MemoryDoesNotGrowWithSimulatedTime) {
  const double brief = run_for(100 * millisecond, BusModel::fast).effort.at("peak_rss_bytes");
  const double lengthy = run_for(800 * millisecond, BusModel::fast).effort.at("peak_rss_bytes");
  EXPECT_LE(lengthy, brief + 1e6);
  EXPECT_LE(lengthy, 64e6);
}

}  // namespace
}  // namespace isochron::testbench
