// SPDX-License-Identifier: Apache-2.0
// One failed node: what the survivors must read, and what of it is rebuilt data.
#include <map>
#include <set>
#include <tuple>

#include <gtest/gtest.h>

#include "systems/seachange/cluster_run.h"

namespace isochron::testbench {
namespace {

using Rebuild = SeachangeParameters::Rebuild;

class Degraded : public testing::TestWithParam<Rebuild> {
 protected:
  static constexpr unsigned failed_node = 2;
  static constexpr unsigned nodes = 5;
  static constexpr double survivors = 4;
  static constexpr double controllers = 2;  ///< a node

  Degraded() {
    run_.parameters.nodes = nodes;
    run_.parameters.failed_nodes = {failed_node};
    run_.parameters.rebuild = GetParam();
    run_.parameters.target_bandwidth = 8 * 60'000'000ull;
    run_.parameters.raid.io = 32 * 1024;
    run_.io_limit = 40;  // a multiple of both 2 and the number of nodes
    run_.to_completion = true;
    run_.keep_deliveries = true;
  }

  bool brute() const { return GetParam() == Rebuild::brute; }
  /// How much more than its own load a survivor reads.
  double scale() const { return brute() ? 2.0 : nodes / (nodes - 1.0); }
  /// I/Os of which one is for the lost units.
  std::uint64_t lost_every() const { return brute() ? 2 : nodes; }

  ClusterRun run_;
};

TEST_P(Degraded, SurvivorsReadAtTheScaledRate) {
  const ClusterOutcome outcome = simulate(run_);
  const double interval = 32 * 1024 / 30e6 / scale() * 1e12;
  for (const Delivery& d : outcome.deliveries)
    ASSERT_NEAR(static_cast<double>(d.issued), static_cast<double>(d.block) * interval, 1.0) << d.block;
}

TEST_P(Degraded, NothingComesFromOrGoesToTheFailedNode) {
  for (const Delivery& d : simulate(run_).deliveries) {
    ASSERT_NE(d.source / 2u, failed_node);
    ASSERT_NE(d.node, failed_node);
  }
}

TEST_P(Degraded, TheLostUnitsAreRebuiltOnceEach) {
  const ClusterOutcome outcome = simulate(run_);
  const double io = 32 * 1024;
  const double ios = static_cast<double>(run_.io_limit);
  const double lost = ios / static_cast<double>(lost_every());  // I/Os a controller
  // All survivors read the same units to rebuild them (brute); with the stripe at hand each parity unit rebuilds one.
  const double rebuilt = lost * controllers * io * (brute() ? 1 : survivors);
  const double stored = (ios - lost) * controllers * survivors * io;
  const double window = outcome.complete.at("simulated_s");
  EXPECT_DOUBLE_EQ(outcome.complete.at("rebuilt.bandwidth.mean") * window, rebuilt);
  EXPECT_DOUBLE_EQ(outcome.complete.at("delivered.bandwidth.mean") * window, rebuilt + stored);
  // In both ways the cluster delivers what all its nodes together did: a survivor's load each.
  EXPECT_DOUBLE_EQ((rebuilt + stored) / rebuilt, nodes);
}

TEST_P(Degraded, ThePartsOfALostUnitMeetAtOneCard) {
  std::map<std::tuple<std::uint64_t, unsigned, std::uint64_t>, std::set<std::pair<unsigned, unsigned>>> cards;
  std::map<std::tuple<std::uint64_t, unsigned, std::uint64_t>, unsigned> parts;
  for (const Delivery& d : simulate(run_).deliveries) {
    if (d.lost_unit == 0) continue;
    cards[{d.lost_unit, d.lane, d.offset}].insert({d.node, d.card});
    ++parts[{d.lost_unit, d.lane, d.offset}];
  }
  EXPECT_EQ(cards.size(), run_.io_limit / lost_every() * 2 * 32);  // units x lanes x messages
  for (const auto& [unit, places] : cards) {
    if (brute()) {
      ASSERT_EQ(places.size(), 1u);
    }
    ASSERT_EQ(parts[unit], survivors);
  }
}

TEST_P(Degraded, BandwidthInAWindowIsTheScaledLoad) {
  run_.io_limit = 0;
  const Figures figures = measure(run_.parameters, 100 * millisecond, 400 * millisecond);
  EXPECT_NEAR(figures.at("raid.bandwidth.mean"), 30e6 * scale(), 30e6 * scale() * 0.01);
  EXPECT_NEAR(figures.at("delivered.bandwidth.mean"), nodes * 60e6, nodes * 60e6 * 0.01);
  EXPECT_NEAR(figures.at("rebuilt.bandwidth.mean"), 60e6, 60e6 * 0.02);
}

INSTANTIATE_TEST_SUITE_P(, Degraded, testing::Values(Rebuild::brute, Rebuild::stripe_buffered),
                         [](const testing::TestParamInfo<Rebuild>& rebuild) {
                           return rebuild.param == Rebuild::brute ? "Brute" : "StripeBuffered";
                         });

}  // namespace
}  // namespace isochron::testbench
