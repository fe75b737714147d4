// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/net/atm_timing.h>
#include <isochron/protocol/message_pool.h>

namespace isochron {
namespace {

AtmLinkConfig link_of(AtmLinkConfig::Protocol protocol, bool cells = true) {
  AtmLinkConfig config;
  config.protocol = protocol;
  config.cells = cells;
  return config;
}

Time time_on(const AtmLinkConfig& config, unsigned bytes) {
  MessagePool pool(1 << 16);
  Message& message = pool.allocate(0, bytes);
  const Time time = AtmTiming(config).time_of(message);
  message.release();
  return time;
}

// 4096 + 28 + 8 + 8 = 4140 B: 86.25 cells; 8236 B: 171.6. With the trailer alone 4104 B: 85.5, and 8200 B: 170.8.
TEST(AtmLink, aMessageTakesWholeCells) {
  const AtmLinkConfig udp = link_of(AtmLinkConfig::Protocol::udp);
  EXPECT_EQ(udp.headers(), 44u);
  EXPECT_EQ(udp.cells_of(4096), 87u);
  EXPECT_EQ(udp.cells_of(8192), 172u);
  EXPECT_EQ(udp.cells_of(0), 1u);
  EXPECT_EQ(udp.cells_of(4), 1u);  // 48 B
  EXPECT_EQ(udp.cells_of(5), 2u);
  EXPECT_EQ(udp.wire_bytes(4096), 4611u);
  EXPECT_EQ(udp.wire_bytes(8192), 9116u);
  const AtmLinkConfig aal5 = link_of(AtmLinkConfig::Protocol::aal5);
  EXPECT_EQ(aal5.headers(), 8u);
  EXPECT_EQ(aal5.cells_of(4096), 86u);
  EXPECT_EQ(aal5.cells_of(8192), 171u);
  EXPECT_EQ(aal5.cells_of(40), 1u);
  EXPECT_EQ(aal5.cells_of(41), 2u);
  EXPECT_EQ(link_of(AtmLinkConfig::Protocol::udp, false).wire_bytes(4096), 4096u);
}

// 149.76 Mb/s x 4096 / 4611 = 133.03 Mb/s, x 8192 / 9116 = 134.58: 26 streams of 5 Mb/s either way, where the paper
// has 155 / 5 = 31.
TEST(AtmLink, twentySixStreamsOnAnOc3) {
  const AtmLinkConfig config;
  EXPECT_NEAR(config.payload_rate(4096), 133.0e6, 0.05e6);
  EXPECT_NEAR(config.payload_rate(8192), 134.6e6, 0.05e6);
  EXPECT_EQ(std::floor(config.payload_rate(4096) / 5e6), 26);
  EXPECT_EQ(std::floor(config.payload_rate(8192) / 5e6), 26);
  EXPECT_DOUBLE_EQ(config.capacity(4096).alone, 149.76e6 / 8 * 4096 / 4611);
  EXPECT_DOUBLE_EQ(config.capacity(4096).contended, config.capacity(4096).alone);
  AtmLinkConfig as_the_paper = link_of(AtmLinkConfig::Protocol::udp, false);
  as_the_paper.rate = 155'000'000;
  EXPECT_EQ(std::floor(as_the_paper.payload_rate(4096) / 5e6), 31);
}

// 4611 B at 149.76 Mb/s: 246314102.56 ps. 4096 B alone: 218803418.80 ps.
TEST(AtmLink, timesAreRoundedOnce) {
  EXPECT_EQ(time_on(link_of(AtmLinkConfig::Protocol::udp), 4096), 246'314'103u);
  EXPECT_EQ(time_on(link_of(AtmLinkConfig::Protocol::udp, false), 4096), 218'803'419u);
}

/// The fewest cells that hold message, headers and trailer, found one cell at a time; and the capacity is that of the
/// times.
RC_GTEST_PROP(AtmLink, theFewestCellsThatHoldAMessage, ()) {
  AtmLinkConfig config = link_of(*rc::gen::element(AtmLinkConfig::Protocol::udp, AtmLinkConfig::Protocol::aal5),
                                 *rc::gen::arbitrary<bool>());
  config.rate = *rc::gen::inRange<std::uint64_t>(1'000'000, 1'000'000'000);
  const auto bytes = *rc::gen::inRange(1u, 20'000u);
  const unsigned with_headers = bytes + (config.protocol == AtmLinkConfig::Protocol::udp ? 20 + 8 + 8 + 8 : 8);
  std::uint64_t fewest = 0;
  while (48 * fewest < with_headers) ++fewest;
  RC_ASSERT(config.cells_of(bytes) == fewest);
  const double wire = config.cells ? 53.0 * static_cast<double>(fewest) : bytes;
  const double time = wire * 8e12 / static_cast<double>(config.rate);
  RC_ASSERT(std::abs(static_cast<double>(time_on(config, bytes)) - time) <= 0.5 + 1e-9 * time);
  RC_ASSERT(std::abs(bytes / (time * 1e-12) / config.capacity(bytes).alone - 1) < 1e-9);
}

// The name stands for 0, and headers count only in cells.
TEST(AtmLink, parameters) {
  AtmLinkConfig config;
  const ParameterTable table = config.parameters();
  EXPECT_EQ(std::get<std::uint64_t>(table.find("queue")->get()), 128u);
  EXPECT_TRUE(table.find("protocol")->counts());
  table.find("cells")->set(false);
  EXPECT_FALSE(config.cells);
  EXPECT_FALSE(table.find("protocol")->counts());
}

}  // namespace
}  // namespace isochron
