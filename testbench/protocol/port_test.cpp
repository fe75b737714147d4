// SPDX-License-Identifier: Apache-2.0
// Ports are joined where role and protocol fit, and once. Catches a machine that binds the wrong two, or one twice.
#include <gtest/gtest.h>

#include <isochron/bus/fifo_bus.h>
#include <isochron/core/error.h>
#include <isochron/fabric/infiniband.h>
#include <isochron/fabric/starfabric.h>
#include <isochron/host/memory.h>
#include <isochron/protocol/peer_socket.h>

namespace isochron::testbench {
namespace {

/// What two peers say to each other.
struct Ping {
  static constexpr const char* protocol_name = "ping";
  int said = 0;
};
struct Pong {
  static constexpr const char* protocol_name = "pong";
};

class PortTest : public testing::Test {
 protected:
  Region region_{"region"};
  MessagePool pool_{64};
  Domain domain_{region_, pool_, Phases::shortcut};
  FifoBus bus_{"bus",
               domain_,
               std::make_unique<RatedTransfers>(
                   std::vector<RatedTransfers::Rates>{{Rate::bits_per_second(8), Rate::bits_per_second(8)}}),
               0,
               1,
               2};
  Memory memory_{"memory", domain_, 0, 64, Memory::Content::counted, 2};
  StarFabricLink star_{"star", domain_, 8};
  StarFabricLink second_{"second", domain_, 8};
  InfiniBandLink infiniband_{"infiniband", domain_, 8};
};

TEST_F(PortTest, knowsWhatItIsJoinedTo) {
  Port& window = bus_.window(0);
  EXPECT_EQ(window.far(), nullptr);
  window.bind(memory_.port(1));
  ASSERT_NE(window.far(), nullptr);
  EXPECT_EQ(window.far()->path(), "memory.port[1]");
  EXPECT_EQ(memory_.port(1).far()->path(), "bus.window[0]");
}

TEST_F(PortTest, isJoinedOnce) {
  bus_.window(0).bind(memory_.port(0));
  EXPECT_THROW(static_cast<Port&>(bus_.window(0)).bind(memory_.port(1)), ModelError);
  EXPECT_THROW(static_cast<Port&>(bus_.window(1)).bind(memory_.port(0)), ModelError);
  EXPECT_NO_THROW(static_cast<Port&>(bus_.window(1)).bind(memory_.port(1)));
}

TEST_F(PortTest, fitsByRoleAndProtocol) {
  Port &window = bus_.window(0), &device = bus_.device(0), &memory = memory_.port(0);
  EXPECT_THROW(memory.bind(device), ModelError);  // two targets
  EXPECT_THROW(memory.bind(window), ModelError);  // the end first
  EXPECT_THROW(static_cast<Port&>(star_.out).bind(memory), ModelError);
  EXPECT_THROW(window.bind(star_.in), ModelError);
  EXPECT_THROW(static_cast<Port&>(star_.out).bind(infiniband_.in), ModelError);
  EXPECT_NO_THROW(static_cast<Port&>(star_.out).bind(second_.in));
}

TEST_F(PortTest, peersReachEachOther) {
  Ping first, second;
  PeerSocket<Ping> left("left", first), right("right", second);
  left.bind(right);
  EXPECT_EQ(left.far()->path(), "right");
  EXPECT_EQ(right.far()->path(), "left");
  left->said = 1;
  right->said = 2;
  EXPECT_EQ(second.said, 1);
  EXPECT_EQ(first.said, 2);
}

TEST_F(PortTest, peersFitPeersOfTheirProtocolAndNothingElse) {
  Ping ping;
  Pong pong;
  PeerSocket<Ping> left("left", ping), right("right", ping), third("third", ping);
  PeerSocket<Pong> other("other", pong);
  EXPECT_THROW(left.bind(left), ModelError);
  EXPECT_THROW(left.bind(other), ModelError);
  EXPECT_THROW(left.bind(star_.in), ModelError);
  EXPECT_THROW(static_cast<Port&>(star_.out).bind(left), ModelError);
  left.bind(right);
  EXPECT_THROW(third.bind(right), ModelError);
  EXPECT_THROW(left.bind(third), ModelError);
}

}  // namespace
}  // namespace isochron::testbench
