// SPDX-License-Identifier: Apache-2.0
// Link engines in front of a C104 whose links take 1 ns a byte; reading local memory takes no time here.
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isochron/bus/fifo_bus.h>
#include <isochron/core/simulation.h>
#include <isochron/dma/link_engine.h>
#include <isochron/fabric/c104_crossbar.h>
#include <isochron/host/memory.h>

#include "support/link_receiver_probe.h"
#include "support/transfer_bench.h"

namespace isochron::testbench {
namespace {

using testing::ElementsAre;
using testing::Pair;

/// A node as far as its link is concerned.
struct Node {
  Node(unsigned i, const Domain& domain, std::uint64_t packet)
      : engine(("link" + std::to_string(i)).c_str(), domain, 0, packet),
        bus(("bus" + std::to_string(i)).c_str(), domain,
            std::make_unique<RatedTransfers>(std::vector<RatedTransfers::Rates>{{no_time, no_time}}), 0, 1, 1),
        memory(("memory" + std::to_string(i)).c_str(), domain, 0, 4096, Memory::Content::counted) {
    engine.socket.bind(bus.device(0));
    bus.map(0, 4095, 0);
    bus.window(0).bind(memory.socket);
  }

  static constexpr Rate no_time = Rate::bits_per_second(1'000'000'000'000'000'000);

  LinkEngine engine;
  FifoBus bus;
  Memory memory;
};

class LinkEngineTiming : public testing::Test {
 protected:
  static constexpr unsigned links = 2;  ///< each way

  /// Strand `sequence` of `bytes` is in the memory of node `in` at `ns`.
  void strand(Time ns, std::uint64_t sequence, unsigned in, unsigned out, unsigned bytes) {
    script.at(ns * nanosecond, [=] {
      Message& message = pool.allocate(0, bytes);
      message.tag().sequence = sequence;
      message.tag().destination = static_cast<std::uint32_t>(out);
      nodes[in]->engine.accept(message, region.now());
      message.release();
    });
  }
  /// When the last packet of each strand arrived, in ns.
  std::map<std::uint64_t, Time> run(std::uint64_t packet) {
    crossbar.emplace("c104", domain, links, links, 8'000'000'000);
    for (unsigned i = 0; i < links; ++i) {
      nodes.push_back(std::make_unique<Node>(i, domain, packet));
      receivers.push_back(std::make_unique<LinkReceiverProbe>(("receiver" + std::to_string(i)).c_str()));
      nodes[i]->engine.link.bind(crossbar->input(i));
      crossbar->output(i).bind(receivers[i]->socket);
    }
    simulate_to(region, 100 * microsecond);
    EXPECT_EQ(pool.outstanding(), 0u);
    std::map<std::uint64_t, Time> all;
    for (const auto& receiver : receivers) all.insert(receiver->arrived.begin(), receiver->arrived.end());
    return all;
  }

  Region region{"region"};
  MessagePool pool{4096};
  Domain domain{region, pool, Phases::shortcut};
  Script script{"script", region};
  std::vector<std::unique_ptr<Node>> nodes;
  std::vector<std::unique_ptr<LinkReceiverProbe>> receivers;
  std::optional<C104Crossbar> crossbar;
};

TEST_F(LinkEngineTiming, wholeStrandsGoOneAfterAnother) {
  strand(0, 0, 0, 0, 100);
  strand(0, 1, 0, 1, 60);
  EXPECT_THAT(run(0), ElementsAre(Pair(0, 100), Pair(1, 160)));
}

// 0: 0-40, 1: 40-80, 0: 80-120, 1 (20 B): 120-140, 0 (20 B): 140-160.
TEST_F(LinkEngineTiming, packetsOfTwoNodesTakeTurns) {
  strand(0, 0, 0, 0, 100);
  strand(0, 1, 1, 0, 60);
  EXPECT_THAT(run(40), ElementsAre(Pair(0, 160), Pair(1, 140)));
}

// Virtual channels of one link to two outputs: 0: 0-40, 1: 40-80, and so on.
TEST_F(LinkEngineTiming, virtualChannelsShareALink) {
  strand(0, 0, 0, 0, 80);
  strand(0, 1, 0, 1, 80);
  EXPECT_THAT(run(40), ElementsAre(Pair(0, 120), Pair(1, 160)));
}

// A strand no longer than a packet is one.
TEST_F(LinkEngineTiming, aShortStrandIsOnePacket) {
  strand(0, 0, 0, 0, 40);
  strand(5, 1, 0, 0, 41);
  EXPECT_THAT(run(40), ElementsAre(Pair(0, 40), Pair(1, 81)));
}

// A strand lies at the engine's address; one of a stream with real data where it stands in the stream, from there on.
TEST(LinkEngineReads, whereTheStrandLies) {
  Region region("region");
  MessagePool pool(4096);
  const Domain domain{region, pool, Phases::shortcut};
  Script script("script", region);
  constexpr std::uint64_t memory = 0x1000;
  LinkEngine engine("engine", domain, memory, 0);
  TestTarget target("target", domain);
  C104Crossbar crossbar("c104", domain, 1, 1, 8'000'000'000);
  LinkReceiverProbe receiver("receiver");
  engine.socket.bind(target.socket);
  engine.link.bind(crossbar.input(0));
  crossbar.output(0).bind(receiver.socket);
  for (const bool has_data : {false, true})
    script.at((has_data ? 1000 : 0) * nanosecond, [&, has_data] {
      Message& message = pool.allocate(0, 100);
      message.tag().sequence = has_data ? 1 : 0;
      message.tag().data_offset = 0x500;
      message.tag().has_data = has_data;
      engine.accept(message, region.now());
      message.release();
    });
  simulate_to(region, 100 * microsecond);
  EXPECT_THAT(target.addresses, ElementsAre(memory, memory + 0x500));
}

}  // namespace
}  // namespace isochron::testbench
