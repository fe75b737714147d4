// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/core/clock_grid.h>

namespace isochron {
namespace {

__extension__ typedef unsigned __int128 Wide;

rc::Gen<std::uint64_t> frequencies() {
  return rc::gen::oneOf(rc::gen::inRange<std::uint64_t>(1, 1'000),
                        rc::gen::inRange<std::uint64_t>(1'000, 1'000'000'000'001),
                        rc::gen::element<std::uint64_t>(66'667'000, 33'333'333, 133'000'000, 1'000'000'000'000));
}

/// Times of up to 213 days, small ones too.
rc::Gen<Time> times() {
  return rc::gen::oneOf(rc::gen::inRange<Time>(0, 1'000'000), rc::gen::inRange<Time>(0, end_of_time - 1));
}

RC_GTEST_PROP(ClockGrid, edgeIsTheFloorOfTicksTimesPeriod, ()) {
  const auto hertz = *frequencies();
  const auto tick = *rc::gen::inRange<std::uint64_t>(0, 1'000'000'000'000);
  const Wide exact = Wide{tick} * second / hertz;
  RC_PRE(exact <= end_of_time);
  RC_ASSERT(ClockGrid::frequency(hertz).edge(tick) == static_cast<Time>(exact));
}

// The edge of tick_at_or_after() is the first that is not before; that of tick_at_or_before() the last that is not
// after.
RC_GTEST_PROP(ClockGrid, ticksAndEdgesAreInverse, ()) {
  const auto hertz = *frequencies();
  const ClockGrid grid = ClockGrid::frequency(hertz);
  const Time time = *times();
  RC_PRE(Wide{time} + second / hertz + 2 < end_of_time);
  const std::uint64_t after = grid.tick_at_or_after(time);
  RC_ASSERT(grid.edge(after) >= time);
  RC_ASSERT(after == 0 || grid.edge(after - 1) < time);
  const std::uint64_t before = grid.tick_at_or_before(time);
  RC_ASSERT(grid.edge(before) <= time);
  RC_ASSERT(grid.edge(before + 1) > time);
  RC_ASSERT(grid.align_up(time) == grid.edge(after));
  RC_ASSERT(grid.align_up(grid.edge(after)) == grid.edge(after));
}

RC_GTEST_PROP(ClockGrid, ofPicosecondsIsTheTimeItself, ()) {
  const Time time = *times();
  RC_ASSERT(ClockGrid::picoseconds().edge(time) == time);
  RC_ASSERT(ClockGrid::picoseconds().tick_at_or_after(time) == time);
  RC_ASSERT(ClockGrid::picoseconds().tick_at_or_before(time) == time);
}

// 66.667 MHz: 10^12 / 66667000 = 14999.925... ps, so that edges fall behind multiples of 15 ns by a picosecond in about
// 13 clocks.
TEST(ClockGrid, ofPci66) {
  const ClockGrid grid = ClockGrid::frequency(66'667'000);
  EXPECT_EQ(grid.edge(1), 14'999u);
  EXPECT_EQ(grid.edge(2), 29'999u);
  EXPECT_EQ(grid.edge(14), 209'998u);
  EXPECT_EQ(grid.edge(66'667'000), second);
}

}  // namespace
}  // namespace isochron
