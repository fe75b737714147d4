// SPDX-License-Identifier: Apache-2.0
#include <isochron/storage/disk_mechanics.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/core/random_stream.h>
#include <isochron/core/rate.h>

namespace isochron {
namespace {

// A quarter of the disk is half of the root: 2 + 4 + 6.5 ms.
TEST(DiskMechanics, aSeekIsOverheadSettlingAndARootOfTheWay) {
  const DiskMechanics disk;
  EXPECT_EQ(disk.seek(7, 7), 6 * millisecond);
  EXPECT_EQ(disk.seek(0, 270'000'000), 12'500 * microsecond);
  EXPECT_EQ(disk.seek(810'000'000, 540'000'000), 12'500 * microsecond);
  EXPECT_EQ(disk.seek(0, 1'080'000'000), 19 * millisecond);
}

// A line: 3.5 ms and 13.5 ms over the whole. A quarter of the disk: 3.375. With a root of 4 ms besides: 2 more.
TEST(DiskMechanics, aSeekMayHaveALinearTerm) {
  DiskMechanics disk;
  disk.overhead = 3'500 * microsecond;
  disk.settle = 0;
  disk.root = 0;
  disk.linear = 13'500 * microsecond;
  EXPECT_EQ(disk.seek(7, 7), 3'500 * microsecond);
  EXPECT_EQ(disk.seek(0, 1'080'000'000), 17 * millisecond);
  EXPECT_EQ(disk.seek(810'000'000, 540'000'000), 6'875 * microsecond);
  disk.root = 4 * millisecond;
  EXPECT_EQ(disk.seek(540'000'000, 810'000'000), 8'875 * microsecond);
}

// The two terms are rounded together: of 100 B, 30 B are 10 x 0.5477 + 5 x 0.30 = 6.977, where 5 and 2 would be rounded
// apart, and 31 B 5.568 + 1.55 = 7.118.
TEST(DiskMechanics, theTermsOfASeekAreRoundedOnce) {
  DiskMechanics disk;
  disk.overhead = disk.settle = 0;
  disk.root = 10;
  disk.linear = 5;
  disk.capacity = 100;
  EXPECT_EQ(disk.seek(0, 30), 7u);
  EXPECT_EQ(disk.seek(50, 19), 7u);
  EXPECT_EQ(disk.seek(0, 6), 3u);  // 2.449 + 0.3 = 2.749
  EXPECT_EQ(disk.seek(0, 4), 2u);  // 2 + 0.2
}

// 10 ps over the whole: sqrt(0.30) is 5.477, sqrt(0.31) 5.568, sqrt(0.5) 7.07.
TEST(DiskMechanics, aSeekIsRoundedToThePicosecond) {
  DiskMechanics disk;
  disk.overhead = 100;
  disk.settle = 1000;
  disk.root = 10;
  disk.capacity = 100;
  EXPECT_EQ(disk.seek(60, 30), 1105u);
  EXPECT_EQ(disk.seek(30, 61), 1106u);
  EXPECT_EQ(disk.seek(50, 0), 1107u);
}

RC_GTEST_PROP(DiskMechanics, aLongerWayTakesNoLessAndBothWaysTheSame, ()) {
  const DiskMechanics disk;
  const auto a = *rc::gen::inRange<std::uint64_t>(0, disk.capacity);
  const auto b = *rc::gen::inRange<std::uint64_t>(0, disk.capacity);
  RC_ASSERT(disk.seek(a, b) == disk.seek(b, a));
  RC_ASSERT(disk.seek(0, std::min(a, b)) <= disk.seek(0, std::max(a, b)));
}

// 2 + 4 + 13 x 8/15 + 11.11 / 2 = 18.48833 ms; the paper measured 18.5.
TEST(DiskMechanics, theMeanOfRandomAccessesIsThePapers) {
  EXPECT_EQ(DiskMechanics().mean_random_access(), 18'488'333'333u);
}

// The mean of |x - y| is a third: 3.5 + 13.5 / 3 + 8.33 / 2 = 12.165 ms, to the nearest picosecond.
TEST(DiskMechanics, theMeanOfALineIsAThird) {
  DiskMechanics disk;
  disk.overhead = 3'500 * microsecond;
  disk.settle = 0;
  disk.root = 0;
  disk.linear = 13'500 * microsecond;
  disk.rotation = 8'330 * microsecond;
  EXPECT_EQ(disk.mean_random_access(), 12'165 * microsecond);
  disk.overhead = disk.rotation = 0;
  disk.linear = 2;
  EXPECT_EQ(disk.mean_random_access(), 1u);  // 0.667
  disk.root = 1;
  EXPECT_EQ(disk.mean_random_access(), 1u);  // 0.667 + 0.533 = 1.2
  disk.root = 2;
  EXPECT_EQ(disk.mean_random_access(), 2u);  // 0.667 + 1.067 = 1.733
}

// 8/15 and 1/2 against draws. 200,000 accesses of standard deviation 4.3 ms: 0.0096 ms, of which four.
TEST(DiskMechanics, theMeanIsThatOfDrawnAccesses) {
  const DiskMechanics disk;
  SplitMix64 positions(5);
  SplitMix64 rotations = random_stream(5, "disk", "rotation");
  constexpr int n = 200'000;
  double sum = 0;
  std::uint64_t arm = 0;
  for (int i = 0; i < n; ++i) {
    const std::uint64_t to = positions() % disk.capacity;
    sum += static_cast<double>(disk.seek(arm, to) + disk.draw_rotation(rotations)) / 1e9;
    arm = to;
  }
  EXPECT_NEAR(sum / n, 18.48833, 0.04);
}

TEST(DiskMechanics, theRotationIsUniformOverATurn) {
  const DiskMechanics disk;
  SplitMix64 stream = random_stream(3, "disk", "rotation");
  constexpr int n = 100'000;
  std::vector<double> draws;
  for (int i = 0; i < n; ++i) {
    const Time draw = disk.draw_rotation(stream);
    ASSERT_LT(draw, disk.rotation);
    draws.push_back(static_cast<double>(draw) / static_cast<double>(disk.rotation));
  }
  std::sort(draws.begin(), draws.end());
  double distance = 0;
  for (int i = 0; i < n; ++i) {
    const double p = draws[static_cast<std::size_t>(i)];
    distance = std::max({distance, std::abs(p - static_cast<double>(i) / n), std::abs(p - (i + 1.0) / n)});
  }
  EXPECT_LT(distance, 2.1 / std::sqrt(n));  // Kolmogorov-Smirnov: exceeded in 3 of 10,000 streams
}

TEST(DiskMechanics, withoutRotationTheFirstByteIsThere) {
  DiskMechanics disk;
  disk.rotation = 0;
  SplitMix64 stream(1);
  EXPECT_EQ(disk.draw_rotation(stream), 0u);
}

/// 100 B; 3 B a ns outside, 1.5 B a ns inside.
DiskMechanics small_zones(std::uint64_t zones) {
  DiskMechanics disk;
  disk.capacity = 100;
  disk.zones = zones;
  disk.outer_rate = 24'000'000'000;
  disk.inner_rate = 12'000'000'000;
  return disk;
}

// Thirds begin at 33.3 and 66.7: the bytes 34 and 67 are the first that lie whole in theirs.
TEST(DiskMechanics, zonesHaveEqualBytesAndLinearRates) {
  const DiskMechanics disk = small_zones(3);
  EXPECT_EQ(disk.zone_at(0), 0u);
  EXPECT_EQ(disk.zone_at(33), 0u);
  EXPECT_EQ(disk.zone_at(34), 1u);
  EXPECT_EQ(disk.zone_at(66), 1u);
  EXPECT_EQ(disk.zone_at(67), 2u);
  EXPECT_EQ(disk.zone_at(99), 2u);
  EXPECT_EQ(disk.rate_of(0), 24'000'000'000u);
  EXPECT_EQ(disk.rate_of(1), 18'000'000'000u);
  EXPECT_EQ(disk.rate_of(2), 12'000'000'000u);
  // A byte takes 8 bit / 24, 18 and 12 Gb/s: 0.3333, 0.4444 and 0.6667 ns.
  EXPECT_NEAR(disk.mean_byte_time() * 1e9, (1.0 / 3 + 4.0 / 9 + 2.0 / 3) / 3, 1e-12);
}

// Byte 49 takes 333.3 ps, bytes 50 and 51 take 666.7 each: 1666.7, where two roundings would give 1666.
TEST(DiskMechanics, aTransferOverABorderIsRoundedOnce) {
  const DiskMechanics disk = small_zones(2);
  EXPECT_EQ(disk.transfer(49, 1), 333u);
  EXPECT_EQ(disk.transfer(49, 3), 1667u);
  EXPECT_EQ(disk.transfer(50, 2), 1333u);
  EXPECT_EQ(disk.transfer(0, 100), 50'000u);  // 16,666.7 + 33,333.3
}

RC_GTEST_PROP(DiskMechanics, aTransferIsTheSumOfItsBytes, ()) {
  DiskMechanics disk;
  disk.capacity = *rc::gen::inRange<std::uint64_t>(100, 1000);
  disk.zones = *rc::gen::inRange<std::uint64_t>(2, 20);
  disk.inner_rate = *rc::gen::inRange<std::uint64_t>(1'000'000, 1'000'000'000);
  disk.outer_rate = disk.inner_rate + *rc::gen::inRange<std::uint64_t>(0, 1'000'000'000);
  const auto position = *rc::gen::inRange<std::uint64_t>(0, disk.capacity);
  const auto bytes = *rc::gen::inRange<std::uint64_t>(1, disk.capacity - position + 1);
  long double sum = 0;
  for (std::uint64_t i = position; i < position + bytes; ++i) {
    const std::uint64_t zone = i * disk.zones / disk.capacity;
    sum += 8e12L / static_cast<long double>(disk.rate_of(zone));
  }
  RC_ASSERT(std::abs(static_cast<long double>(disk.transfer(position, bytes)) - sum) <= 0.5L + 1e-3L);
}

RC_GTEST_PROP(DiskMechanics, equalZonesAreOne, ()) {
  DiskMechanics disk;
  disk.zones = *rc::gen::inRange<std::uint64_t>(2, 50);
  disk.outer_rate = disk.inner_rate = *rc::gen::inRange<std::uint64_t>(1'000'000, 10'000'000'000);
  const auto position = *rc::gen::inRange<std::uint64_t>(0, disk.capacity);
  const auto bytes = *rc::gen::inRange<std::uint64_t>(1, disk.capacity - position + 1);
  // Exact but within 2^-54 of a half, where the sum of the zones may be a picosecond less.
  const Time one = Rate::bits_per_second(disk.outer_rate).time_of(bytes);
  const Time several = disk.transfer(position, bytes);
  RC_ASSERT(several == one || several + 1 == one);
  if (disk.zone_at(position) == disk.zone_at(position + bytes - 1)) RC_ASSERT(several == one);
}

}  // namespace
}  // namespace isochron
