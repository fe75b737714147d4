// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isochron/observe/wait_cycle.h>

namespace isochron {
namespace {

const Wait wait{"a.port", "a buffer", "b.port"};

TEST(DescribeWaits, isALineAWait) {
  EXPECT_EQ(describe_waits({wait, {"c", "its place", "bus"}}),
            "\n  a.port waits for a buffer of b.port\n  c waits for its place of bus");
  EXPECT_EQ(describe_waits({}), "");
}

// A stuck machine of many nodes must not print thousands of lines, but say how many there are.
TEST(DescribeWaits, isCutWhenItGetsLong) {
  const std::string text = describe_waits(std::vector<Wait>(43, wait));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 41);
  EXPECT_THAT(text, testing::EndsWith("\n  and 3 more"));
}

Wait wait_since(Time begin, const std::string& who, const std::string& whom) {
  TimeIn waits;
  waits.enter(1);
  waits.leave(3);  // an earlier one
  waits.enter(begin);
  return TimedWait::make(who, "a buffer", whom, waits, begin + 12345);
}

std::vector<Wait> with_a_cycle() {
  std::vector<Wait> waits;
  for (int i = 0; i < 20; ++i) waits.push_back(wait_since(2 * second, "s" + std::to_string(i), "x"));
  waits.push_back(wait_since(7, "z", "x"));
  waits.push_back(wait_since(second + 9, "y", "z"));
  waits.push_back(wait_since(8, "x", "y"));
  waits.push_back({"p", "its place", "q"});
  return waits;
}

TEST(DescribeWaits, beginsWithTheCycle) {
  const std::string text = describe_waits(with_a_cycle());
  EXPECT_THAT(text, testing::StartsWith("\n  x waits for a buffer of y since 0.000000000008 s"
                                        "\n  y waits for a buffer of z since 1.000000000009 s"
                                        "\n  z waits for a buffer of x since 0.000000000007 s"
                                        "\nThese form a cycle. Others that wait:"
                                        "\n  s0 waits for a buffer of x since 2 s"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 3 + 1 + 10 + 1);
  EXPECT_THAT(text, testing::EndsWith("\n  and 11 more"));
}

TEST(CycleOf, hasNothingOfWhatLeadsToIt) {
  const std::vector<Wait> cycle = cycle_of(with_a_cycle());
  ASSERT_EQ(cycle.size(), 3u);
  EXPECT_EQ(last_begin(cycle), second + 9);
  EXPECT_EQ(last_begin(with_a_cycle()), 2 * second);
  EXPECT_TRUE(cycle_of({wait, {"b.port", "a buffer", "c.port"}}).empty());
  EXPECT_TRUE(cycle_of({wait, {"b.port", "its place", "a.port"}}).empty());
  EXPECT_EQ(cycle_of({{"a", "a buffer", "a"}}).size(), 1u);
  EXPECT_EQ(last_begin({wait}), std::nullopt);
}

}  // namespace
}  // namespace isochron
