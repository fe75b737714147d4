// SPDX-License-Identifier: Apache-2.0
#include <isochron/core/paced_work.h>

#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace isochron {
namespace {

__extension__ typedef unsigned __int128 Wide;

constexpr PacedWork::Speed third = PacedWork::full / 3;

// 100 at full speed, 50 left at 150; half of that at half speed until 200, the rest at full speed.
TEST(PacedWork, whatIsLeftIsCarriedOver) {
  PacedWork work;
  work.begin(100, PacedWork::full, 100);
  EXPECT_EQ(work.end(), 200u);
  work.change_speed(PacedWork::full / 2, 150);
  EXPECT_EQ(work.end(), 250u);
  EXPECT_EQ(work.speed(), PacedWork::full / 2);
  work.change_speed(PacedWork::full, 200);
  EXPECT_EQ(work.end(), 225u);
}

// 3 at a third (less 1/3 of a billionth) takes 9 and a bit: 10.
TEST(PacedWork, theEndIsRoundedUpwards) {
  PacedWork work;
  work.begin(3, third, 0);
  EXPECT_EQ(work.end(), 10u);
  work.begin(1, PacedWork::full - 1, 7);
  EXPECT_EQ(work.end(), 9u);
}

TEST(PacedWork, withoutSpeedItHasNoEnd) {
  PacedWork work;
  work.begin(10, 0, 5);
  EXPECT_EQ(work.end(), end_of_time);
  work.change_speed(PacedWork::full, 50);
  EXPECT_EQ(work.end(), 60u);
  work.change_speed(0, 59);
  EXPECT_EQ(work.end(), end_of_time);
}

// Nothing to do, or nothing left of it: done at once, whatever the speed.
TEST(PacedWork, whatIsDoneHasItsEnd) {
  PacedWork work;
  EXPECT_EQ(work.end(), 0u);
  work.begin(0, 0, 30);
  EXPECT_EQ(work.end(), 30u);
  work.begin(10, PacedWork::full, 30);
  work.change_speed(0, 40);
  EXPECT_EQ(work.end(), 40u);
}

// A second at a billionth of the speed is 1e21 ps; 18 s / 1e9 are just within 64 bits.
TEST(PacedWork, anEndBeyond64BitsIsNone) {
  PacedWork work;
  work.begin(second, 1, 0);
  EXPECT_EQ(work.end(), end_of_time);
  work.begin(18 * millisecond, 1, 0);
  EXPECT_EQ(work.end(), 18 * millisecond * PacedWork::full);
  work.begin(18 * millisecond, 1, second * 1'000'000);
  EXPECT_EQ(work.end(), end_of_time);
}

/// A stretch of time at one speed.
struct Stretch {
  Time length;
  PacedWork::Speed speed;
};

// All that is done by a time, in one sum over the stretches: at the end it is all the work, a picosecond before it is
// not.
RC_GTEST_PROP(PacedWork, theEndIsTheFirstPicosecondAtWhichAllIsDone, ()) {
  const auto speeds = rc::gen::oneOf(rc::gen::inRange<PacedWork::Speed>(0, PacedWork::full + 1),
                                     rc::gen::element<PacedWork::Speed>(0, 1, third, PacedWork::full));
  const auto stretches = *rc::gen::container<std::vector<Stretch>>(rc::gen::apply(
      [](Time length, PacedWork::Speed speed) {
        return Stretch{length, speed};
      },
      rc::gen::inRange<Time>(0, 1000), speeds));
  const auto more = *rc::gen::inRange<Time>(1, 100'000);
  const auto last = *rc::gen::inRange<PacedWork::Speed>(1, PacedWork::full + 1);
  const auto begin = *rc::gen::inRange<Time>(0, 1'000'000);
  Wide done = 0;
  Time now = begin;
  for (const Stretch& stretch : stretches) done += static_cast<Wide>(stretch.length) * stretch.speed;
  const Time work = static_cast<Time>(done / PacedWork::full) + more;  // not over before the last change
  PacedWork paced;
  paced.begin(work, PacedWork::full, begin);
  for (const Stretch& stretch : stretches) {
    paced.change_speed(stretch.speed, now);
    now += stretch.length;
  }
  paced.change_speed(last, now);
  const Time end = paced.end();
  const Wide all = static_cast<Wide>(work) * PacedWork::full;
  RC_ASSERT(end > now);
  RC_ASSERT(done + static_cast<Wide>(end - now) * last >= all);
  RC_ASSERT(done + static_cast<Wide>(end - now - 1) * last < all);
}

}  // namespace
}  // namespace isochron
