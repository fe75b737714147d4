// SPDX-License-Identifier: Apache-2.0
// What each type of channel is: its paths, its media and its times.
#include <gtest/gtest.h>

#include <isochron/net/atm_link_config.h>
#include <isochron/net/microchannel_config.h>
#include <isochron/net/sp_switch_config.h>
#include <isochron/net/tb2_adapter_config.h>
#include <isochron/protocol/message_pool.h>

namespace isochron {
namespace {

using Routing = MessageChannelConfig::Routing;

/// Of a message of so many bytes.
template <class Config>
Time channel_time(const Config& config, unsigned bytes) {
  MessagePool pool(1 << 16);
  Message& message = pool.allocate(0, bytes);
  const Time time = config.timing()->time_of(message);
  message.release();
  return time;
}

// Table 3 over 5 Mb/s: 128, 64 and 240 streams.
TEST(ChannelTypes, streamsOfTheTable) {
  EXPECT_DOUBLE_EQ(MicrochannelConfig().capacity().alone * 8 / 5e6, 128);
  EXPECT_DOUBLE_EQ(Tb2AdapterConfig().capacity().alone * 8 / 5e6, 64);
  EXPECT_DOUBLE_EQ(SpSwitchConfig().capacity().alone * 8 / 5e6, 240);
}

// 4096 B: 51.2 us at 640 Mb/s, 102.4 at 320, 27.3067 at 1200.
TEST(ChannelTypes, timesOfAPacket) {
  EXPECT_EQ(channel_time(MicrochannelConfig(), 4096), 51'200 * nanosecond);
  EXPECT_EQ(channel_time(Tb2AdapterConfig(), 4096), 102'400 * nanosecond);
  EXPECT_EQ(channel_time(SpSwitchConfig(), 4096), 27'306'667u);
  EXPECT_EQ(channel_time(AtmLinkConfig(), 4096), 246'314'103u);
}

TEST(ChannelTypes, aMicrochannelIsOneBus) {
  const MessageChannelConfig channel = MicrochannelConfig().channel();
  EXPECT_EQ(channel.routing, Routing::by_lane);
  EXPECT_FALSE(channel.independent);
  EXPECT_EQ(channel.queue, 0u);
}

// Both directions share the adapter, unless it is duplex.
TEST(ChannelTypes, anAdapterHasOneOrTwoMedia) {
  Tb2AdapterConfig config;
  EXPECT_EQ(config.channel().routing, Routing::by_lane);
  EXPECT_FALSE(config.channel().independent);
  EXPECT_EQ(config.channel().queue, 0u);
  EXPECT_DOUBLE_EQ(config.capacity().alone, 40e6);
  EXPECT_DOUBLE_EQ(config.capacity().contended, 20e6);
  config.duplex = true;
  EXPECT_TRUE(config.channel().independent);
  EXPECT_DOUBLE_EQ(config.capacity().contended, 40e6);
}

TEST(ChannelTypes, aSwitchHasOneMediumOrOneForEachNode) {
  SpSwitchConfig config;
  EXPECT_EQ(config.channel().routing, Routing::by_destination);
  EXPECT_FALSE(config.channel().independent);
  EXPECT_EQ(config.channel().queue, 0u);
  const ParameterTable table = config.parameters();
  table.find("medium")->set(std::string("ports"));
  EXPECT_TRUE(config.channel().independent);
}

TEST(ChannelTypes, anAtmLinkHasTwoDirectionsWithAQueueEach) {
  AtmLinkConfig config;
  config.queue = 7;
  EXPECT_EQ(config.channel().routing, Routing::by_lane);
  EXPECT_TRUE(config.channel().independent);
  EXPECT_EQ(config.channel().queue, 7u);
}

}  // namespace
}  // namespace isochron
