// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/observe/level_over_time.h>
#include <isochron/observe/time_in.h>

namespace isochron {
namespace {

// Against a count of picoseconds, one by one. A window may begin inside the condition.
RC_GTEST_PROP(TimeIn, countsThePicosecondsInside, ()) {
  TimeIn time_in;
  bool inside = false;
  Time now = 0;
  Time total = 0;
  for (int i = 0; i < 60; ++i) {
    const Time step = *rc::gen::inRange<Time>(0, 5);
    now += step;
    if (inside) total += step;
    switch (*rc::gen::inRange(0, 4)) {
      case 0:
        if (!inside) time_in.enter(now);
        inside = true;
        break;
      case 1:
        if (inside) time_in.leave(now);
        inside = false;
        break;
      case 2:
        time_in.start_window(now);
        total = 0;
        break;
      default:
        break;
    }
    RC_ASSERT(time_in.inside() == inside);
    RC_ASSERT(time_in.total(now) == total);
  }
}

RC_GTEST_PROP(LevelOverTime, isTheSumOfTheLevelAtEveryPicosecond, ()) {
  LevelOverTime level;
  std::int64_t value = 0;
  std::int64_t sum = 0;
  Time now = 0;
  for (int i = 0; i < 60; ++i) {
    const Time step = *rc::gen::inRange<Time>(0, 5);
    now += step;
    sum += value * static_cast<std::int64_t>(step);
    if (*rc::gen::inRange(0, 6) == 0) {
      level.start_window(now);
      sum = 0;
    } else {
      const auto by = *rc::gen::inRange<std::int64_t>(-3, 4);
      level.change(now, by);
      value += by;
    }
    RC_ASSERT(level.level() == value);
    RC_ASSERT(level.integral(now) == sum);
  }
}

// 10^5 requests that wait for 1,000 s: 10^20 ps.
TEST(LevelOverTime, HasNoEndAt64Bits) {
  LevelOverTime level;
  level.change(0, 100'000);
  level.change(500 * second, 0);
  EXPECT_DOUBLE_EQ(static_cast<double>(level.integral(1000 * second)), 1e20);
}

}  // namespace
}  // namespace isochron
