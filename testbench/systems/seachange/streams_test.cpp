// SPDX-License-Identifier: Apache-2.0
// Streams: who plays depends on the clients' buffers, and never more than the cluster carries.
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "systems/seachange/cluster_run.h"

namespace isochron::testbench {
namespace {

SeachangeParameters with_streams(std::uint64_t count, Time client_buffer) {
  SeachangeParameters parameters;
  parameters.nodes = 4;
  parameters.stream_count = count;
  parameters.client_buffer = client_buffer;
  return parameters;
}

// A stream of 3.75 Mb/s asks for 128 KiB every 0.28 s: each has one at least in this window.
Figures play(const SeachangeParameters& parameters) {
  return measure(parameters, 300 * millisecond, 600 * millisecond);
}

TEST(Streams, WithHugeClientBuffersNoneUnderruns) {
  const Figures figures = play(with_streams(1000, 5 * second));
  EXPECT_EQ(figures.at("streams.count.mean"), 1000);
  EXPECT_EQ(figures.at("streams.underrun.mean"), 0);
  EXPECT_EQ(figures.at("streams.played.mean"), 1000);
  EXPECT_EQ(figures.at("streams.late_messages.mean"), 0);
}

TEST(Streams, WithoutClientBuffersAllUnderrun) {
  const Figures figures = play(with_streams(1000, 0));
  EXPECT_EQ(figures.at("streams.underrun.mean"), 1000);
  EXPECT_EQ(figures.at("streams.played.mean"), 0);
}

TEST(Streams, ABufferOfTheLongestDelayIsEnough) {
  const Figures free_run = play(with_streams(1000, 0));
  const Time longest = static_cast<Time>(free_run.at("delay.max") * 1e12) + 1;
  EXPECT_EQ(play(with_streams(1000, longest)).at("streams.underrun.mean"), 0);
  EXPECT_GT(play(with_streams(1000, 10 * millisecond)).at("streams.underrun.mean"), 0);
}

TEST(Streams, MoreThanTheClusterCarriesUnderrunWhateverTheBuffer) {
  // 4 nodes x 2 controllers saturate near 140 MB/s, or 2,390 streams; a backlog of 0.1 s has built up by the window's
  // end.
  EXPECT_GT(play(with_streams(4000, 100 * millisecond)).at("streams.underrun.mean"), 3000);
}

TEST(Streams, TheLoadIsTheStreamsRate) {
  EXPECT_NEAR(play(with_streams(1000, second)).at("delivered.bandwidth.mean"), 1000 * 3.75e6 / 8,
              1000 * 3.75e6 / 8 * 0.01);
}

TEST(Streams, AStreamPlaysFromOneCardAndComesFromEveryController) {
  ClusterRun run;
  run.parameters = with_streams(12, second);
  run.io_limit = 30;
  run.to_completion = true;
  run.keep_deliveries = true;
  std::map<std::uint32_t, std::set<std::pair<unsigned, unsigned>>> cards;
  std::map<std::uint32_t, std::set<unsigned>> sources;
  std::map<std::uint32_t, std::uint64_t> bytes;
  for (const Delivery& d : simulate(run).deliveries) {
    cards[d.stream].insert({d.node, d.card});
    sources[d.stream].insert(d.source);
    bytes[d.stream] += d.bytes;
  }
  ASSERT_EQ(cards.size(), 12u);
  for (const auto& [stream, places] : cards) {
    EXPECT_EQ(places.size(), 1u) << stream;
    EXPECT_EQ(sources[stream].size(), 8u) << stream;
    EXPECT_EQ(bytes[stream], 30u * 8 / 12 * 128 * 1024) << stream;
  }
}

}  // namespace
}  // namespace isochron::testbench
