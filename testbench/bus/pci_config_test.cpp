// SPDX-License-Identifier: Apache-2.0
// What the bus can carry, by hand: the bounds of `explain` come from it.
#include <gtest/gtest.h>

#include <isochron/bus/pci_config.h>

namespace isochron {
namespace {

// 1,024 B are eight slices of 240 ns; among others each costs 45 ns more for the change (Milkovits 2005, section 6.2).
TEST(PciConfig, bandwidthOfThePapersTimes) {
  const PciConfig config;
  EXPECT_DOUBLE_EQ(config.capacity(1024).alone, 1024 / (8 * 240e-9));
  EXPECT_DOUBLE_EQ(config.capacity(1024).contended, 1024 / (8 * 285e-9));
  EXPECT_DOUBLE_EQ(config.capacity(128).contended, 128 / 285e-9);
  // A slice that has begun takes all of its time.
  EXPECT_DOUBLE_EQ(config.capacity(129).alone, 129 / (2 * 240e-9));
}

// 128 B on 64 bit are 16 clocks of data. Change: turnaround, address, DEVSEL#, initial latency.
TEST(PciConfig, bandwidthOfTheProtocol) {
  PciConfig config;
  config.timing = PciTimingMode::protocol;
  config.clock = 100'000'000;
  config.clocks.turnaround = 1;
  config.clocks.address = 1;
  config.clocks.devsel = 2;
  config.clocks.initial_latency = 3;
  config.clocks.wait_states = 0;
  config.clocks.latency_timer = 255;
  const double change = 1 + (1 + 1 + 3);
  EXPECT_DOUBLE_EQ(config.capacity(128).contended, 128 / ((change + 16) * 10e-9));
  EXPECT_DOUBLE_EQ(config.capacity(300).contended, 300 / ((3 * change + 16 + 16 + 6) * 10e-9));
}

// Alone a message waits for its grant; among others it has that behind somebody's data, and pays a change instead.
TEST(PciConfig, noMessageIsAcrossInLess) {
  PciConfig config;
  EXPECT_DOUBLE_EQ(config.least_seconds(1024), 8 * 240e-9);
  config.timing = PciTimingMode::protocol;
  config.clock = 100'000'000;
  // Eight bursts of 16 clocks; turnaround, address and DEVSEL# before each.
  EXPECT_DOUBLE_EQ(config.least_seconds(1024), 8 * (16 + 3) * 10e-9);
  EXPECT_DOUBLE_EQ(1024 / config.capacity(1024).alone, (8 * (16 + 3) + 1) * 10e-9);
  // Off the bus for 20 clocks after each burst: others may have it meanwhile.
  config.clocks.disconnect = 20;
  EXPECT_DOUBLE_EQ(config.least_seconds(1024), 8 * (16 + 3) * 10e-9);
  EXPECT_DOUBLE_EQ(1024 / config.capacity(1024).alone, (8 * 16 + 4 + 7 * 22) * 10e-9);
}

}  // namespace
}  // namespace isochron
