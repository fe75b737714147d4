// SPDX-License-Identifier: Apache-2.0
// Same seed, same run; and common random numbers: what a parameter does not concern draws the same.
#include <map>
#include <utility>

#include <gtest/gtest.h>

#include "systems/seachange/cluster_run.h"

namespace isochron::testbench {
namespace {

ClusterRun small_run() {
  ClusterRun run;
  run.parameters.nodes = 4;
  run.parameters.raid.io = 32 * 1024;
  run.io_limit = 20;
  run.to_completion = true;
  run.keep_deliveries = true;
  return run;
}

TEST(RandomNumbers, SameSeedSameRun) {
  const ClusterOutcome one = simulate(small_run());
  const ClusterOutcome other = simulate(small_run());
  EXPECT_EQ(difference(one.complete, other.complete), "");
}

TEST(RandomNumbers, AnotherSeedAnotherRun) {
  ClusterRun run = small_run();
  const ClusterOutcome one = simulate(run);
  run.seed = 2;
  const ClusterOutcome other = simulate(run);
  EXPECT_NE(one.complete.at("fingerprint.low"), other.complete.at("fingerprint.low"));
  EXPECT_EQ(one.complete.at("bytes.out.mean"), other.complete.at("bytes.out.mean"));
}

using Draws = std::map<std::pair<unsigned, std::uint64_t>, std::uint64_t>;

Draws destinations(const ClusterOutcome& outcome) {
  Draws draws;
  for (const Delivery& d : outcome.deliveries) draws[{d.source, d.sequence}] = d.node * 1000u + d.card;
  return draws;
}

Draws disk_delays(const ClusterOutcome& outcome) {
  Draws draws;
  for (const Delivery& d : outcome.deliveries) draws[{d.source, d.block}] = d.ready - d.issued;
  return draws;
}

TEST(RandomNumbers, TheLoadChangesNeitherDestinationsNorDiskDelays) {
  ClusterRun run = small_run();
  const ClusterOutcome light = simulate(run);
  run.parameters.target_bandwidth /= 3;
  const ClusterOutcome heavy = simulate(run);
  ASSERT_NE(light.complete.at("fingerprint.low"), heavy.complete.at("fingerprint.low"));
  EXPECT_EQ(destinations(light), destinations(heavy));
  EXPECT_EQ(disk_delays(light), disk_delays(heavy));
}

TEST(RandomNumbers, TheFabricChangesNeitherDestinationsNorDiskDelays) {
  ClusterRun run = small_run();
  const ClusterOutcome one = simulate(run);
  run.parameters.buffers_per_port = 4;
  run.parameters.raid.dma_engines = 2;
  run.parameters.chips = run.parameters.bridges = 1;
  const ClusterOutcome other = simulate(run);
  ASSERT_NE(one.complete.at("fingerprint.low"), other.complete.at("fingerprint.low"));
  EXPECT_EQ(destinations(one), destinations(other));
  EXPECT_EQ(disk_delays(one), disk_delays(other));
}

TEST(RandomNumbers, DestinationsAreUniformOverNodesAndCards) {
  ClusterRun run = small_run();
  run.parameters.raid.message = 128;
  std::map<std::uint64_t, double> count;
  const ClusterOutcome outcome = simulate(run);
  for (const auto& [message, destination] : destinations(outcome)) ++count[destination];
  ASSERT_EQ(count.size(), 4u * 6u);
  const double expected = static_cast<double>(outcome.deliveries.size()) / 24;
  double chi_squared = 0;
  for (const auto& [destination, n] : count) chi_squared += (n - expected) * (n - expected) / expected;
  EXPECT_LT(chi_squared, 49.7);  // 23 degrees of freedom, 0.1 %
}

}  // namespace
}  // namespace isochron::testbench
