// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <limits>
#include <set>

#include <gtest/gtest.h>

#include <isochron/core/power_of_two.h>

namespace isochron {
namespace {

std::set<std::uint64_t> powers() {
  std::set<std::uint64_t> all;
  for (unsigned bit = 0; bit < 64; ++bit) all.insert(std::uint64_t{1} << bit);
  return all;
}

// All small numbers, and those beside each power. Catches 0 that passes, and a power or its neighbour on the wrong
// side.
TEST(PowerOfTwo, isOneOfSixtyFour) {
  const std::set<std::uint64_t> all = powers();
  for (std::uint64_t n = 0; n < 5000; ++n) EXPECT_EQ(is_power_of_two(n), all.count(n) == 1) << n;
  for (const std::uint64_t power : all)
    for (const std::uint64_t n : {power - 1, power, power + 1}) EXPECT_EQ(is_power_of_two(n), all.count(n) == 1) << n;
  EXPECT_FALSE(is_power_of_two(std::numeric_limits<std::uint64_t>::max()));
}

TEST(PowerOfTwo, belowIsTheGreatestThatIsNotAbove) {
  const std::set<std::uint64_t> all = powers();
  const auto expect = [&all](std::uint64_t n) { EXPECT_EQ(power_of_two_below(n), *--all.upper_bound(n)) << n; };
  for (std::uint64_t n = 1; n < 5000; ++n) expect(n);
  for (const std::uint64_t power : all) {
    expect(power);
    if (power > 1) expect(power - 1);
  }
  expect(std::numeric_limits<std::uint64_t>::max());
}

}  // namespace
}  // namespace isochron
