// SPDX-License-Identifier: Apache-2.0
// Ports are joined where role and protocol fit, and once. Catches a machine that binds the wrong two, or one twice.
#include <gtest/gtest.h>

#include <isochron/bus/fifo_bus.h>
#include <isochron/core/error.h>
#include <isochron/fabric/infiniband.h>
#include <isochron/fabric/starfabric.h>
#include <isochron/host/memory.h>

namespace isochron::testbench {
namespace {

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

}  // namespace
}  // namespace isochron::testbench
