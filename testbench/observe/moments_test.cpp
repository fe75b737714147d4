// SPDX-License-Identifier: Apache-2.0
#include <isochron/observe/moments.h>

#include <gtest/gtest.h>

namespace isochron {
namespace {

TEST(Moments, OfAFewValues) {
  Moments moments;
  EXPECT_DOUBLE_EQ(moments.standard_deviation(), 0);
  moments.add(2);
  EXPECT_DOUBLE_EQ(moments.standard_deviation(), 0);
  for (const double value : {4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0}) moments.add(value);
  EXPECT_EQ(moments.count(), 8u);
  // Mean 40 / 8; squared distances 9 + 1 + 1 + 1 + 0 + 0 + 4 + 16 = 32.
  EXPECT_DOUBLE_EQ(moments.mean(), 5);
  EXPECT_DOUBLE_EQ(moments.standard_deviation(), std::sqrt(32.0 / 7));
}

}  // namespace
}  // namespace isochron
