// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/bus/mbus_timing.h>

namespace isochron {
namespace {

using Master = MbusTiming::Master;
constexpr Time clock_period = 20 * nanosecond;  // 50 MHz

TEST(MbusTiming, aProcessorMovesLinesAndADeviceWords) {
  const MbusTiming timing(MbusConfig(), {Master::processor, Master::device});
  EXPECT_EQ(timing.duration(0, false, 32), 15 * clock_period);
  EXPECT_EQ(timing.duration(0, true, 32), 10 * clock_period);
  EXPECT_EQ(timing.duration(1, true, 8), 10 * clock_period);
  EXPECT_EQ(timing.duration(1, false, 8), 10 * clock_period);
}

TEST(MbusTiming, aPartCostsAWholeLineOrWord) {
  const MbusTiming timing(MbusConfig(), {Master::processor, Master::device});
  EXPECT_EQ(timing.duration(0, false, 1), 15 * clock_period);
  EXPECT_EQ(timing.duration(0, false, 33), 30 * clock_period);
  EXPECT_EQ(timing.duration(1, true, 17), 30 * clock_period);
}

TEST(MbusTiming, transfersBeginAtAnEdge) {
  const MbusTiming timing(MbusConfig(), {Master::processor});
  EXPECT_EQ(timing.begin(0), 0u);
  EXPECT_EQ(timing.begin(1), clock_period);
  EXPECT_EQ(timing.begin(clock_period), clock_period);
}

/// Also where the period is no whole number of picoseconds: transfers without pause take their clocks and no more.
RC_GTEST_PROP(MbusTiming, transfersWithoutPauseLoseNoClock, ()) {
  MbusConfig config;
  config.clock = *rc::gen::inRange<std::uint64_t>(1'000'000, 1'000'000'001);
  config.fill = *rc::gen::inRange<std::uint64_t>(1, 100);
  const MbusTiming timing(config, {Master::processor});
  std::uint64_t tick = *rc::gen::inRange<std::uint64_t>(0, 1'000'000'000'000);
  Time now = config.grid().edge(tick);
  for (unsigned i = 0; i < 20; ++i) {
    const Time begin = timing.begin(now);
    RC_ASSERT(begin == config.grid().edge(tick));
    now = begin + timing.duration(0, false, config.line);
    tick += config.fill;
    RC_ASSERT(now <= config.grid().edge(tick));
    RC_ASSERT(now + 1 >= config.grid().edge(tick));
  }
}

}  // namespace
}  // namespace isochron
