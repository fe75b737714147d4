// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/core/rate.h>

namespace isochron {
namespace {

__extension__ typedef unsigned __int128 Wide;

/// The exact time of `bytes` at `bits` a second, rounded down.
Time exact(Wide bytes, std::uint64_t bits) {
  return static_cast<Time>(bytes * 8 * second / bits);
}

// Catches a remainder that is dropped, carried twice, or reduced by the wrong denominator.
RC_GTEST_PROP(TransferClock, manyTransfersTakeTheFloorOfTheExactSum, ()) {
  const auto bits = *rc::gen::inRange<std::uint64_t>(1, 100'000'000'000);
  const auto lengths = *rc::gen::container<std::vector<std::uint64_t>>(rc::gen::inRange<std::uint64_t>(0, 1 << 20));
  TransferClock clock(Rate::bits_per_second(bits));
  Wide bytes = 0;
  Time sum = 0;
  for (const std::uint64_t length : lengths) {
    sum += clock.take(length);
    bytes += length;
    RC_ASSERT(sum == exact(bytes, bits));
  }
}

RC_GTEST_PROP(TransferClock, noTransferIsMoreThanAPicosecondOff, ()) {
  const auto bits = *rc::gen::inRange<std::uint64_t>(1'000, 100'000'000'000);
  TransferClock clock(Rate::bits_per_second(bits));
  for (int i = 0; i < 100; ++i) {
    const auto length = *rc::gen::inRange<std::uint64_t>(1, 1 << 20);
    const Time time = clock.take(length);
    RC_ASSERT(time == exact(length, bits) || time == exact(length, bits) + 1);
  }
}

// Catches a time that is cut off instead of rounded, and an overflow on the way.
RC_GTEST_PROP(Rate, timeOfIsTheNearestPicosecond, ()) {
  const auto bits = *rc::gen::inRange<std::uint64_t>(1'000, 100'000'000'000);
  const auto bytes = *rc::gen::inRange<std::uint64_t>(0, 1 << 26);
  const Wide twice = Wide{bytes} * 16 * second;  // the exact time, doubled, x bits
  const Wide time = Rate::bits_per_second(bits).time_of(bytes);
  RC_ASSERT((2 * time - 1) * bits <= twice || time == 0);
  RC_ASSERT(twice < (2 * time + 1) * bits);
}

// 16 Tb/s: half a picosecond a byte.
TEST(Rate, timeOfRoundsAHalfUpwards) {
  const Rate rate = Rate::bits_per_second(16'000'000'000'000);
  EXPECT_EQ(rate.time_of(1), 1u);
  EXPECT_EQ(rate.time_of(2), 1u);
  EXPECT_EQ(rate.time_of(3), 2u);
}

RC_GTEST_PROP(Rate, isInLowestTerms, ()) {
  const auto bits = *rc::gen::inRange<std::uint64_t>(1, 1'000'000'000'000);
  const Rate rate = Rate::bits_per_second(bits);
  RC_ASSERT(std::gcd(rate.numerator(), rate.denominator()) == 1u);
  RC_ASSERT(Wide{rate.numerator()} * bits == Wide{8 * second} * rate.denominator());
}

// 1.77 Gb/s: a byte takes 8000 / 1.77 ps = 800000 / 177 ps.
TEST(Rate, ofStarFabric) {
  const Rate rate = Rate::bits_per_second(1'770'000'000);
  EXPECT_EQ(rate.numerator(), 800'000u);
  EXPECT_EQ(rate.denominator(), 177u);
}

}  // namespace
}  // namespace isochron
