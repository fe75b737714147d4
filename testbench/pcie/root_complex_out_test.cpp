// SPDX-License-Identifier: Apache-2.0
// Requests of devices that reach a memory of the base protocol by the port `out` of a root complex, by hand. A byte
// takes 4 ns on the link: a read request comes in after 96 ns, a write of 64 B after 352 ns,
// and completions of 64 B take 336 ns.
#include <memory>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isochron/core/error.h>
#include <isochron/observe/timed_wait.h>
#include <isochron/pcie/pcie_link.h>
#include <isochron/pcie/root_complex.h>

#include "pcie/pcie_end.h"
#include "support/parts_bench.h"
#include "support/transfer_bench.h"

namespace isochron::testbench {
namespace {

using testing::ElementsAre;

constexpr std::uint64_t first_outside = 0x4000'0000;

class OutsideWriter final : public RequestOwner {
 public:
  void served(const Tag&, std::uint64_t, Time now) override { times.push_back(now / nanosecond); }
  std::vector<Time> times;
};

class RootComplexOutTest : public testing::TestWithParam<Phases> {
 protected:
  RootComplexOutTest() {
    if (GetParam() == Phases::explicit_four) region.keep_to_kernel_time();
    config.data = RootComplex::Config::Data::memory;
    config.latency = 100 * nanosecond;
    config.memory_latency = 0;
    lane.generation = 1;
    lane.lanes = 1;
    lane.efficiency = LaneRate::whole;
    lane.ack_bytes = 0;
  }

  void make() {
    requests.enter(0, writer, 0, {});
    root = std::make_unique<RootComplex>("root", domain, config, 0, requests, 1, RootComplex::Called{}, std::nullopt,
                                         RootComplex::OuterMemory{first_outside, 1 << 20});
    link = std::make_unique<PcieLink>("link", domain, lane);
    card.port.socket.bind(link->a);
    root->port(0).bind(link->b);
    root->out().bind(memory.socket);
  }
  void run() {
    simulate_to(region, millisecond);
    EXPECT_EQ(pool.outstanding(), 0u);
  }
  std::vector<Time> arrivals() const {
    std::vector<Time> times;
    for (const Time one : card.times()) times.push_back(one / nanosecond);
    return times;
  }

  Region region{"region"};
  MessagePool pool{256};
  const Domain domain{region, pool, GetParam()};
  RequestBoard requests;
  OutsideWriter writer;
  RootComplex::Config config;
  PcieLinkConfig lane;
  PcieEnd card{"card", domain, {}};
  TestTarget memory{"memory", domain};
  std::unique_ptr<RootComplex> root;
  std::unique_ptr<PcieLink> link;
};

INSTANTIATE_TEST_SUITE_P(Modes, RootComplexOutTest, both_modes, name_of_mode);

// The memory answers 404 ns after the request; the completion leaves 100 ns later.
TEST_P(RootComplexOutTest, readsWaitForTheMemory) {
  memory.answers_at[0] = 500 * nanosecond;
  make();
  card.at_start = [&] { card.send(MessageKind::read_request, 1, 0, 0, 0, 64); };
  run();
  EXPECT_EQ(memory.requested[0], 96 * nanosecond);
  EXPECT_THAT(memory.addresses, ElementsAre(first_outside));
  EXPECT_THAT(arrivals(), ElementsAre(500 + 100 + 336));
}

// The first read waits for its answer and the second for END_REQ; both answers come in the order in which the
// memory gives them, and each completion when its read is ready.
TEST_P(RootComplexOutTest, severalAreUnderWay) {
  memory.accepts_at[0] = 300 * nanosecond;
  memory.answers_at[0] = 2000 * nanosecond;
  memory.answers_at[1] = 600 * nanosecond;
  make();
  card.at_start = [&] {
    card.send(MessageKind::read_request, 1, 0, 0, 0, 64);
    card.send(MessageKind::read_request, 1, 0, 0, 0, 64);
  };
  run();
  EXPECT_EQ(memory.requested[1], 300 * nanosecond);
  EXPECT_THAT(arrivals(), ElementsAre(600 + 100 + 336, 2000 + 100 + 336));
}

TEST_P(RootComplexOutTest, writesAreTakenWhenTheMemoryHasThem) {
  memory.answers_at[0] = 400 * nanosecond;
  config.write_rate = 5'120'000'000;  // 64 B in 100 ns
  make();
  card.at_start = [&] { card.send(MessageKind::write_request, 64, 0, 0); };
  run();
  EXPECT_EQ(memory.requested[0], 352 * nanosecond);
  EXPECT_THAT(writer.times, ElementsAre(500));
}

// There is room for one write: the next one leaves when the memory has it, and not when it has come in. A read needs
// none.
TEST_P(RootComplexOutTest, aWriteHasItsBufferUntilItIsTaken) {
  config.buffers[TlpType::posted] = {1, 0};
  memory.answers_at[0] = 1000 * nanosecond;
  make();
  card.at_start = [&] {
    for (unsigned n = 0; n < 2; ++n) card.send(MessageKind::write_request, 64, 0, 0);
  };
  run();
  EXPECT_EQ(memory.requested[0], 352 * nanosecond);
  EXPECT_EQ(memory.requested[1], (1000 + 352) * nanosecond);
  EXPECT_TRUE(link->all_home(region.now()));
}

// In a machine that stands still the way from the card to the memory is a chain.
TEST_P(RootComplexOutTest, namesTheMemoryThatHoldsABuffer) {
  config.buffers[TlpType::posted] = {1, 0};
  memory.answers_at[0] = 2 * millisecond;
  make();
  card.at_start = [&] {
    for (unsigned n = 0; n < 2; ++n) card.send(MessageKind::write_request, 64, 0, 0);
  };
  simulate_to(region, millisecond);
  std::vector<Wait> waits;
  link->report_waits(waits);
  root->report_waits(waits);
  ASSERT_EQ(waits.size(), 2u);
  EXPECT_EQ(TimedWait::whom(waits[0]), "root.out");
  EXPECT_EQ(waits[1].who, "root.out");
}

// A read of 1000 B leaves in messages of 256 B at most.
TEST_P(RootComplexOutTest, longReadsGoInPieces) {
  make();
  card.at_start = [&] { card.send(MessageKind::read_request, 1, 0, 0, 0, 1000); };
  run();
  EXPECT_THAT(memory.addresses,
              ElementsAre(first_outside, first_outside + 256, first_outside + 512, first_outside + 768));
  EXPECT_EQ(card.bytes_arrived, 1000u);
}

// What is in the cache is read there.
TEST_P(RootComplexOutTest, theCacheNeedsNoMemory) {
  config.data = RootComplex::Config::Data::cache;
  make();
  card.at_start = [&] { card.send(MessageKind::read_request, 1, 0, 0, 0, 64); };
  run();
  EXPECT_TRUE(memory.addresses.empty());
  EXPECT_THAT(arrivals(), ElementsAre(96 + 100 + 336));
}

// Endpoint 7 is somebody else: the host would write data that are not its own.
TEST_P(RootComplexOutTest, takesNoPacketForAnotherPart) {
  make();
  card.at_start = [&] { card.send(MessageKind::write_request, 64, 7, 0); };
  EXPECT_THROW(simulate_to(region, millisecond), ModelError);
}

TEST_P(RootComplexOutTest, saysThatItWaitsForTheResponse) {
  memory.answers_at[0] = 2 * millisecond;
  make();
  card.at_start = [&] { card.send(MessageKind::read_request, 1, 0, 0, 0, 64); };
  simulate_to(region, millisecond);
  std::vector<Wait> waits;
  root->report_waits(waits);
  EXPECT_EQ(describe_waits(waits), "\n  root.out waits for the response of memory.socket");
}

}  // namespace
}  // namespace isochron::testbench
