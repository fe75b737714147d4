// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/bus/scsi_string_timing.h>

namespace isochron {
namespace {

// 8192 B / 10 MiB/s = 781.25 us, and 300 us. Of 3 B at 24 Gb/s, 1000 ps; of 1 B 333.3; of 2 B 666.7.
TEST(ScsiString, aChunkIsAReselectionAndItsBytes) {
  ScsiStringConfig config;
  EXPECT_EQ(ScsiStringTiming(config).duration(0, true, 8192), 1'081'250 * nanosecond);
  EXPECT_EQ(ScsiStringTiming(config).duration(14, false, 8192), 1'081'250 * nanosecond);
  config.rate = 24'000'000'000;
  config.reselection = 7;
  const ScsiStringTiming fast(config);
  EXPECT_EQ(fast.duration(0, true, 1), 340u);
  EXPECT_EQ(fast.duration(0, true, 2), 674u);
  EXPECT_EQ(fast.duration(0, true, 3), 1007u);
}

// 32 KiB are four chunks: 4 x 1.08125 ms. One byte more is one more reselection.
TEST(ScsiString, theCapacityCountsAReselectionAChunk) {
  const ScsiStringConfig config;
  EXPECT_NEAR(config.capacity(32768).alone, 32768 / 4.325e-3, 1e-3);
  EXPECT_NEAR(config.capacity(32769).contended, 32769 / (4.325e-3 + 300e-6 + 1 / 10485760.0), 1e-3);
}

/// What the bus takes for the chunks is what its capacity says.
RC_GTEST_PROP(ScsiString, theCapacityIsThatOfTheTimes, ()) {
  ScsiStringConfig config;
  config.chunk = *rc::gen::inRange<std::uint64_t>(1, 100'000);
  config.rate = *rc::gen::inRange<std::uint64_t>(1'000'000, 1'000'000'000);
  config.reselection = *rc::gen::inRange<std::uint64_t>(0, millisecond);
  const auto bytes = *rc::gen::inRange<std::uint64_t>(1, 300'000);
  const ScsiStringTiming timing(config);
  std::uint64_t chunks = 0;
  Time time = 0;
  for (std::uint64_t left = bytes; left > 0; ++chunks) {
    const std::uint64_t chunk = left < config.chunk ? left : config.chunk;
    time += timing.duration(0, true, chunk);
    left -= chunk;
  }
  const double by_capacity = static_cast<double>(bytes) / config.capacity(bytes).alone * 1e12;
  RC_ASSERT(std::abs(static_cast<double>(time) - by_capacity) <= static_cast<double>(chunks) / 2 + 1e-9 * by_capacity);
}

}  // namespace
}  // namespace isochron
