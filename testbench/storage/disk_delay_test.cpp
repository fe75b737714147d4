// SPDX-License-Identifier: Apache-2.0
#include <isochron/storage/disk_delay.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace isochron {
namespace {

/// The triangular law's distribution function.
double law(double x, double min, double mode, double max) {
  if (x <= min) return 0;
  if (x >= max) return 1;
  if (x <= mode) return (x - min) * (x - min) / ((max - min) * (mode - min));
  return 1 - (max - x) * (max - x) / ((max - min) * (max - mode));
}

// Kolmogorov-Smirnov over 20,000 draws: the largest distance exceeds 2.1 / sqrt(n) in 3 of 10,000 streams.
TEST(DiskDelay, followsTheTriangularLaw) {
  const DiskDelay delay;
  SplitMix64 stream = random_stream(1, "node[0].raid[0]", "disk delay");
  constexpr int n = 20'000;
  std::vector<Time> draws;
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    draws.push_back(delay.draw(stream));
    sum += static_cast<double>(draws.back());
  }
  std::sort(draws.begin(), draws.end());
  double distance = 0;
  for (int i = 0; i < n; ++i) {
    const double p = law(static_cast<double>(draws[static_cast<std::size_t>(i)]), 1.1e9, 8.4e9, 16.9e9);
    distance = std::max({distance, std::abs(p - static_cast<double>(i) / n), std::abs(p - (i + 1.0) / n)});
  }
  EXPECT_LT(distance, 2.1 / std::sqrt(n));
  // Mean (1.1 + 8.4 + 16.9) / 3 = 8.8 ms with a standard deviation of 3.226 ms / sqrt(20000) = 0.0228 ms; 4 of these
  // are 0.092 ms.
  EXPECT_NEAR(sum / n, 8.8e9, 0.092e9);
}

RC_GTEST_PROP(DiskDelay, liesWithinItsBounds, (std::uint64_t seed)) {
  DiskDelay delay;
  delay.min = *rc::gen::inRange<Time>(0, 100 * second);
  delay.mode = *rc::gen::inRange<Time>(delay.min, 100 * second + 1);
  delay.max = *rc::gen::inRange<Time>(delay.mode, 100 * second + 2);
  SplitMix64 stream(seed);
  for (int i = 0; i < 50; ++i) {
    const Time time = delay.draw(stream);
    RC_ASSERT(time >= delay.min);
    RC_ASSERT(time <= delay.max);
  }
}

TEST(DiskDelay, equalBoundsAreAConstant) {
  DiskDelay delay;
  delay.min = delay.mode = delay.max = 5 * millisecond;
  SplitMix64 stream(1);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(delay.draw(stream), 5 * millisecond);
}

// Pinned: the delays of a published result must not change with a compiler or a version of Boost.
TEST(DiskDelay, drawsAreTheSameOnEveryMachine) {
  const DiskDelay delay;
  SplitMix64 stream = random_stream(1, "node[0].raid[0]", "disk delay");
  std::vector<Time> draws;
  for (int i = 0; i < 5; ++i) draws.push_back(delay.draw(stream));
  EXPECT_EQ(draws, (std::vector<Time>{2012794909, 16039061667, 7377966837, 9680166788, 9102269981}));
}

}  // namespace
}  // namespace isochron
