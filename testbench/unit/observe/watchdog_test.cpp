// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isochron/observe/watchdog.h>

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

}  // namespace
}  // namespace isochron
