// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include <gtest/gtest.h>

#include <isochron/host/host_adapter.h>

namespace isochron {
namespace {

// 99.762 us + 4096 x 93.291 ns: 8.5 MB/s. The server's own process takes more.
TEST(HostConfig, aPacketTakesATimeAndATimeAByte) {
  Host::Config config;
  EXPECT_EQ(config.packet_work(4096, false), 99'762'000u + 4096u * 93'291);
  EXPECT_NEAR(4096 / seconds(config.packet_work(4096, false)), 8.5e6, 100);
  config.server_packet = 5;
  EXPECT_EQ(config.packet_work(0, false), 99'762'000u);
  EXPECT_EQ(config.packet_work(0, true), 99'762'005u);
}

// Calliope, section 3.2.3: 1 / (1/25 + 1/18 + 2/53) = 7.5 MB/s; a byte written takes 40 ns.
TEST(HostConfig, memoryAloneIsThePapersBound) {
  Host::Config config;
  EXPECT_EQ(config.write_work(4096), 163'840 * nanosecond);
  EXPECT_NEAR(config.memory_bound(), 7.5e6, 0.005e6);
  config.memory_write = 8;
  config.memory_copy = 8;
  config.memory_read = 16;
  EXPECT_DOUBLE_EQ(config.memory_bound(), 1.0 / 3);
}

TEST(HostAdapterConfig, aChunkTakesItsPartOfTheTime) {
  HostAdapter::Config config;
  config.chunk = 3;
  config.hold = 100;
  config.while_sending = 50;
  EXPECT_EQ(config.chunk_time(3, false), 100u);
  EXPECT_EQ(config.chunk_time(3, true), 150u);
  EXPECT_EQ(config.chunk_time(1, false), 33u);
  EXPECT_EQ(config.chunk_time(2, false), 67u);
  EXPECT_EQ(config.chunk_time(5, true), 250u);
}

TEST(HostAdapterConfig, itsCapacityIsThatOfOneAdapterAlone) {
  HostAdapter::Config config;
  config.hold = 16'384 * microsecond;
  EXPECT_DOUBLE_EQ(config.capacity().alone, 4e6);
  EXPECT_DOUBLE_EQ(config.capacity().contended, 4e6);
  config.hold = 0;
  EXPECT_EQ(config.capacity().alone, std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace isochron
