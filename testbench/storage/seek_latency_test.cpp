// SPDX-License-Identifier: Apache-2.0
#include <isochron/storage/seek_latency.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace isochron {
namespace {

// Density 2/(3m) (1 - t/(3m)): mean m, standard deviation m / sqrt(2), distribution 1 - (1 - t/(3m))^2.
TEST(SeekLatency, triangularLawHasItsMeanSupportAndShape) {
  const SeekLatency latency{SeekLatency::Law::triangular, 10 * millisecond};
  SplitMix64 stream = random_stream(3, "disk", "disk latency");
  constexpr int n = 400'000;  // a law 1 % short would show
  std::vector<double> draws;
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    draws.push_back(static_cast<double>(latency.draw(stream)));
    sum += draws.back();
  }
  std::sort(draws.begin(), draws.end());
  EXPECT_GE(draws.front(), 0);
  EXPECT_LE(draws.back(), 30e9);
  EXPECT_GT(draws.back(), 29e9);                                         // (1/30)^2 of the draws are above
  EXPECT_NEAR(sum / n, 10e9, 4 * 10e9 / std::sqrt(2.0) / std::sqrt(n));  // four standard deviations of the mean
  double distance = 0;
  for (int i = 0; i < n; ++i) {
    const double p = 1 - std::pow(1 - draws[static_cast<std::size_t>(i)] / 30e9, 2);
    distance = std::max({distance, std::abs(p - static_cast<double>(i) / n), std::abs(p - (i + 1.0) / n)});
  }
  EXPECT_LT(distance, 2.1 / std::sqrt(n));  // Kolmogorov-Smirnov: exceeded in 3 of 10,000 streams
  EXPECT_EQ(latency.shortest(), 0u);
}

TEST(SeekLatency, deterministicIsItsMean) {
  const SeekLatency latency{SeekLatency::Law::deterministic, 7};
  SplitMix64 stream(1);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(latency.draw(stream), 7u);
  EXPECT_EQ(latency.shortest(), 7u);
}

}  // namespace
}  // namespace isochron
