// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <isochron/core/random_stream.h>
#include <isochron/core/service_law.h>
#include <isochron/storage/seek_latency.h>

namespace isochron {
namespace {

constexpr int draws = 1'000'000;

struct Moments {
  double mean = 0;    ///< s
  double square = 0;  ///< s^2
  Time least = end_of_time;
  Time most = 0;
};

Moments moments_of(const ServiceLaw& law) {
  SplitMix64 stream = random_stream(7, "station", "service");
  Moments found;
  for (int i = 0; i < draws; ++i) {
    const Time time = law.draw(stream);
    found.mean += seconds(time) / draws;
    found.square += seconds(time) * seconds(time) / draws;
    found.least = std::min(found.least, time);
    found.most = std::max(found.most, time);
  }
  return found;
}

ServiceLaw law_of(ServiceLaw::Law law, Time mean) {
  ServiceLaw one;
  one.law = law;
  one.mean = mean;
  return one;
}

/// Within four standard errors: those of the mean and of the mean of squares, by the second and fourth moments.
void expect_moments(const ServiceLaw& law, double mean, double square, double fourth) {
  const Moments found = moments_of(law);
  EXPECT_NEAR(found.mean, mean, 4 * std::sqrt((square - mean * mean) / draws) + 1e-12);
  EXPECT_NEAR(found.square, square, 4 * std::sqrt((fourth - square * square) / draws) + 1e-12);
  EXPECT_NEAR(law.mean_seconds(), mean, 1e-12);
}

TEST(ServiceLaw, constant) {
  const ServiceLaw law = law_of(ServiceLaw::Law::constant, 3 * millisecond);
  const Moments found = moments_of(law);
  EXPECT_EQ(found.least, 3 * millisecond);
  EXPECT_EQ(found.most, 3 * millisecond);
  EXPECT_FALSE(law.is_random());
}

// Moments of the exponential law: m, 2 m^2, 24 m^4.
TEST(ServiceLaw, exponential) {
  const double m = 3e-3;
  expect_moments(law_of(ServiceLaw::Law::exponential, 3 * millisecond), m, 2 * m * m, 24 * std::pow(m, 4));
}

// ... of the uniform one between a and b: (b^(k+1) - a^(k+1)) / (k+1) / (b - a).
TEST(ServiceLaw, uniform) {
  ServiceLaw law = law_of(ServiceLaw::Law::uniform, 0);
  law.min = 2 * millisecond;
  law.max = 5 * millisecond;
  const auto moment = [](int k) { return (std::pow(5e-3, k + 1) - std::pow(2e-3, k + 1)) / (k + 1) / 3e-3; };
  expect_moments(law, moment(1), moment(2), moment(4));
  const Moments found = moments_of(law);
  EXPECT_GE(found.least, law.min);
  EXPECT_LE(found.most, law.max);
}

// Both ends are drawn, each as often as what is between: four picoseconds, a quarter each.
TEST(ServiceLaw, uniformHasBothEnds) {
  ServiceLaw law = law_of(ServiceLaw::Law::uniform, 0);
  law.min = 7;
  law.max = 10;
  SplitMix64 stream(1);
  int times[4] = {};
  for (int i = 0; i < draws; ++i) ++times[law.draw(stream) - 7];
  for (const int one : times) EXPECT_NEAR(one, draws / 4, 4 * std::sqrt(draws * 3.0 / 16));
  law.max = 7;
  EXPECT_EQ(law.draw(stream), 7u);
  EXPECT_FALSE(law.is_random());
}

// The triangle of a disk's arm: m, 3/2 m^2, 27/5 m^4; and draw by draw what the disk itself draws.
TEST(ServiceLaw, seekIsTheDisks) {
  const double m = 10e-3;
  const ServiceLaw law = law_of(ServiceLaw::Law::seek, 10 * millisecond);
  expect_moments(law, m, 1.5 * m * m, 27.0 / 5 * std::pow(m, 4));
  SplitMix64 one(3), other(3);
  const SeekLatency disk;
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(law.draw(one), disk.draw(other));
}

}  // namespace
}  // namespace isochron
