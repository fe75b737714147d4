// SPDX-License-Identifier: Apache-2.0
// A switch: times by hand, turns of its inputs, whom a blocked packet holds back, and the deadlock that ordering
// avoids.
#include <algorithm>
#include <map>
#include <memory>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isochron/core/error.h>
#include <isochron/core/simulation.h>
#include <isochron/observe/wait_cycle.h>
#include <isochron/pcie/pcie_link.h>
#include <isochron/pcie/pcie_switch.h>
#include <isochron/pcie/port_table.h>

#include "pcie/pcie_end.h"
#include "support/parts_bench.h"

namespace isochron::testbench {
namespace {

using testing::ElementsAre;

constexpr MessageKind writes = MessageKind::write_request;
constexpr MessageKind reads = MessageKind::read_request;

/// A switch with an end at every port: end i is endpoint i.
class PcieSwitchTest : public testing::TestWithParam<Phases> {
 protected:
  PcieSwitchTest() {
    if (GetParam() == Phases::explicit_four) region.keep_to_kernel_time();
    usual.generation = 1;
    usual.lanes = 1;  // 4 ns a byte
    usual.efficiency = LaneRate::whole;
    usual.ack_bytes = 0;
    config.ports = 3;
    config.latency = 150 * nanosecond;
  }

  void make(const std::map<unsigned, PcieLinkConfig>& others = {},
            const std::map<unsigned, PciePort::Config>& at = {}) {
    table.resize(config.ports, 1);
    for (unsigned i = 0; i < config.ports; ++i) table.set(i, 0, i);
    middle = std::make_unique<PcieSwitch>("switch", config, table);
    for (unsigned i = 0; i < config.ports; ++i) {
      const std::string index = std::to_string(i);
      const auto other = others.find(i);
      const auto port = at.find(i);
      links.push_back(
          std::make_unique<PcieLink>(("link" + index).c_str(), domain, other == others.end() ? usual : other->second));
      PciePort::Config end_config = port == at.end() ? PciePort::Config{} : port->second;
      end_config.ordering = config.ordering;
      ends.push_back(std::make_unique<PcieEnd>(("end" + index).c_str(), domain, end_config, i));
      ends[i]->port.socket.bind(links[i]->a);
      middle->port(i).bind(links[i]->b);
    }
  }
  static PciePort::Config buffers(TlpType type, std::uint64_t headers) {
    PciePort::Config config;
    config.buffers[type] = {headers, 0};
    return config;
  }
  void run(Time until = second) { simulate_to(region, until); }
  void sendACompletionBehindBlockedWrites() {
    make({}, {{0, buffers(TlpType::posted, 1)}});
    ends[0]->keeps = [](const Payload&) { return true; };
    ends[1]->at_start = [&] {
      for (const MessageKind kind : {writes, writes, MessageKind::response}) ends[1]->send(kind, 76, 0, 0);
    };
    run(millisecond);
  }
  void expect_all_home() {
    for (const auto& link : links) EXPECT_TRUE(link->all_home(region.now())) << link->name();
    EXPECT_EQ(pool.outstanding(), 0u);
  }
  std::vector<Wait> waits() const {
    std::vector<Wait> found;
    for (const auto& link : links) link->report_waits(found);
    return found;
  }

  Region region{"region"};
  MessagePool pool{4096};
  const Domain domain{region, pool, GetParam()};
  PcieLinkConfig usual;
  PcieSwitchConfig config;
  PortTable table;
  std::unique_ptr<PcieSwitch> middle;
  std::vector<std::unique_ptr<PcieLink>> links;
  std::vector<std::unique_ptr<PcieEnd>> ends;
};

TEST_P(PcieSwitchTest, storesAPacketBeforeItGoesOn) {
  make();
  ends[1]->at_start = [&] { ends[1]->send(writes, 76, 0, 0); };
  run();
  EXPECT_THAT(ends[0]->times(), ElementsAre((400 + 150 + 400) * nanosecond));
  expect_all_home();
}

TEST_P(PcieSwitchTest, cutsThroughBehindTheHeader) {
  config.forward = PcieSwitchConfig::Forward::cut_through;
  make();
  ends[1]->at_start = [&] {
    ends[1]->send(writes, 76, 0, 0);
    ends[1]->send(reads, 32, 2, 0);
  };
  run();
  EXPECT_THAT(ends[0]->times(), ElementsAre((96 + 150 + 400) * nanosecond));
  EXPECT_THAT(ends[2]->times(), ElementsAre((400 + 96 + 150 + 96) * nanosecond));
  expect_all_home();
}

TEST_P(PcieSwitchTest, aQuickOutputWaitsForTheRest) {
  config.forward = PcieSwitchConfig::Forward::cut_through;
  PcieLinkConfig quick = usual;
  quick.lanes = 4;
  make({{0, quick}});
  ends[1]->at_start = [&] { ends[1]->send(writes, 76, 0, 0); };
  run();
  EXPECT_THAT(ends[0]->times(), ElementsAre((400 + 150) * nanosecond)) << "its last byte comes in and goes on";
}

TEST_P(PcieSwitchTest, inputsTakeTurns) {
  make();
  for (const unsigned i : {1u, 2u})
    ends[i]->at_start = [this, i] {
      for (int k = 0; k < 40; ++k) ends[i]->send(writes, i == 1 ? 76 : 276, 0, 0);
    };
  run();
  // A packet each, whatever its length, once both have some.
  for (std::size_t k = 10; k < 60; ++k)
    EXPECT_NE(ends[0]->arrivals[k].source, ends[0]->arrivals[k + 1].source) << "packet " << k;
  expect_all_home();
}

TEST_P(PcieSwitchTest, inputsShareByWeights) {
  config.arbitration = PcieSwitchConfig::Arbitration::weighted;
  config.weights = {1, 1, 3};
  make();
  double bytes[3] = {};
  for (const unsigned i : {1u, 2u})
    ends[i]->at_start = [this, i] {
      for (int k = 0; k < 3000; ++k) ends[i]->send(writes, i == 1 ? 76 : 276, 0, 0);
    };
  ends[0]->then = [&](const Payload& packet, Time) {
    const std::size_t number = ends[0]->arrivals.size();
    if (number > 100 && number < 2000) bytes[tag_of(packet).source] += packet.get_data_length() + 24;
  };
  run();
  EXPECT_NEAR(bytes[2] / bytes[1], 3, 0.02);
  expect_all_home();
}

TEST_P(PcieSwitchTest, aBufferIsFreeWhenThePacketHasLeft) {
  config.buffers[TlpType::posted] = {1, 0};
  make();
  ends[1]->at_start = [&] {
    for (int k = 0; k < 20; ++k) ends[1]->send(writes, 76, 0, 0);
  };
  run();
  const std::vector<Time> times = ends[0]->times();
  for (std::size_t k = 1; k < times.size(); ++k) EXPECT_EQ(times[k] - times[k - 1], (400 + 150 + 400) * nanosecond);
  expect_all_home();
}

TEST_P(PcieSwitchTest, aFullOutputHoldsBackNoOther) {
  make({}, {{0, buffers(TlpType::posted, 1)}});
  ends[0]->keeps = [](const Payload&) { return true; };
  ends[1]->at_start = [&] {
    for (int k = 0; k < 3; ++k) ends[1]->send(writes, 76, 0, 0);
    for (int k = 0; k < 3; ++k) ends[1]->send(writes, 76, 2, 0);
  };
  run(millisecond);
  EXPECT_EQ(ends[0]->arrivals.size(), 1u);
  EXPECT_EQ(ends[2]->arrivals.size(), 3u);
  const std::vector<Wait> found = waits();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].who, "switch.port[0]");
  EXPECT_EQ(found[0].what, "posted credits");
  EXPECT_EQ(found[0].whom, "end0.port since 0.00000095 s");
}

// The second write waits for a buffer that never becomes free, and a completion is behind it.
TEST_P(PcieSwitchTest, aCompletionWaitsBehindAWrite) {
  sendACompletionBehindBlockedWrites();
  EXPECT_EQ(ends[0]->arrivals.size(), 1u);
}

TEST_P(PcieSwitchTest, aCompletionPassesAWriteWithRelaxedOrdering) {
  config.relaxed_ordering = true;
  sendACompletionBehindBlockedWrites();
  ASSERT_EQ(ends[0]->arrivals.size(), 2u);
  EXPECT_EQ(ends[0]->arrivals[1].kind, MessageKind::response);
}

TEST_P(PcieSwitchTest, namesTheOutputThatHoldsABuffer) {
  config.buffers[TlpType::posted] = {1, 0};
  make({}, {{0, buffers(TlpType::posted, 1)}});
  ends[0]->keeps = [](const Payload&) { return true; };
  ends[1]->at_start = [&] {
    for (int k = 0; k < 3; ++k) ends[1]->send(writes, 76, 0, 0);
  };
  run(millisecond);
  std::map<std::string, std::string> whom;
  for (const Wait& wait : waits()) whom[wait.who] = TimedWait::whom(wait);
  EXPECT_EQ(whom,
            (std::map<std::string, std::string>{{"end1.port", "switch.port[0]"}, {"switch.port[0]", "end0.port"}}));
}

TEST_P(PcieSwitchTest, withoutPeersEverythingGoesUp) {
  config.peer_to_peer = false;
  make();
  ends[1]->at_start = [&] { ends[1]->send(writes, 76, 2, 0); };
  ends[0]->at_start = [&] { ends[0]->send(writes, 76, 2, 0); };
  run();
  EXPECT_EQ(ends[0]->arrivals.size(), 1u) << "a switch above may send it back";
  EXPECT_EQ(ends[2]->arrivals.size(), 1u);
}

TEST_P(PcieSwitchTest, reportsItsQueues) {
  make();
  for (const unsigned i : {1u, 2u}) ends[i]->at_start = [this, i] { ends[i]->send(writes, 76, 0, 0); };
  run(800 * nanosecond);
  // Both come in at 550 ns; one leaves at once, the other waits until 950 ns.
  EXPECT_EQ(report_of({middle.get()}, 0, 800 * nanosecond),
            "switch.port[0].queue.completion 0\nswitch.port[0].queue.non_posted 0\nswitch.port[0].queue.posted 0.3125\n"
            "switch.port[1].queue.completion 0\nswitch.port[1].queue.non_posted 0\nswitch.port[1].queue.posted 0\n"
            "switch.port[2].queue.completion 0\nswitch.port[2].queue.non_posted 0\nswitch.port[2].queue.posted 0\n");
}

TEST_P(PcieSwitchTest, hasNoPortForAStranger) {
  make();
  ends[1]->at_start = [&] { ends[1]->send(writes, 76, 5, 0); };
  EXPECT_THROW(run(), ModelError);
}

/// Two devices that read from each other, with one buffer for a request each. A device frees it only when it has sent a
/// posted write that the request makes it send.
class PcieDeadlockTest : public PcieSwitchTest {
 protected:
  void run_peers(OrderingRules rules) {
    config.ordering = rules;
    config.buffers[TlpType::non_posted] = {1, 0};
    make({}, {{1, buffers(TlpType::non_posted, 1)}, {2, buffers(TlpType::non_posted, 1)}});
    for (const unsigned i : {1u, 2u}) {
      PcieEnd& end = *ends[i];
      const unsigned peer = 3 - i;
      end.at_start = [&end, peer] {
        for (int k = 0; k < 8; ++k) end.send(reads, 32, peer, 0);
      };
      end.keeps = [](const Payload& packet) { return tag_of(packet).kind == reads; };
      end.then = [&end, peer](const Payload& packet, Time now) {
        if (tag_of(packet).kind == reads) end.send(writes, 64, peer, now);
      };
      end.leaving = [&end](const Payload& packet, Time now, Time) {
        if (tag_of(packet).kind == writes) end.release({TlpType::non_posted, 0, 0}, now);
      };
    }
    run(millisecond);
  }
};

TEST_P(PcieDeadlockTest, theOrderingRulesAvoidIt) {
  run_peers(OrderingRules::pcie);
  for (const unsigned i : {1u, 2u}) EXPECT_EQ(ends[i]->arrivals.size(), 16u);
  EXPECT_TRUE(waits().empty());
  expect_all_home();
}

TEST_P(PcieDeadlockTest, firstInFirstOutRunsIntoIt) {
  run_peers(OrderingRules::fifo);
  for (const unsigned i : {1u, 2u}) EXPECT_LT(ends[i]->arrivals.size(), 16u);
  EXPECT_GT(pool.outstanding(), 0u);
  EXPECT_TRUE(region.idle()) << "nothing will ever move";
  std::vector<std::string> cycle;
  for (const Wait& wait : cycle_of(waits())) cycle.push_back(wait.who);
  std::sort(cycle.begin(), cycle.end());
  EXPECT_THAT(cycle, ElementsAre("end1.port", "end2.port", "switch.port[1]", "switch.port[2]"));
}

INSTANTIATE_TEST_SUITE_P(Modes, PcieSwitchTest, both_modes, name_of_mode);
INSTANTIATE_TEST_SUITE_P(Modes, PcieDeadlockTest, both_modes, name_of_mode);

}  // namespace
}  // namespace isochron::testbench
