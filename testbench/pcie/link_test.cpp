// SPDX-License-Identifier: Apache-2.0
// A link between two ports: times by hand, closed forms of throughput; in fast and in reference mode.
#include <memory>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isochron/core/error.h>
#include <isochron/core/simulation.h>
#include <isochron/observe/statistic_sink.h>
#include <isochron/pcie/pcie_link.h>

#include "pcie/pcie_end.h"
#include "support/parts_bench.h"

namespace isochron::testbench {
namespace {

using testing::ElementsAre;

constexpr MessageKind write = MessageKind::write_request;
constexpr MessageKind read = MessageKind::read_request;
constexpr MessageKind answer = MessageKind::response;

class PcieLinkTest : public testing::TestWithParam<Phases> {
 protected:
  PcieLinkTest() {
    if (GetParam() == Phases::explicit_four) region.keep_to_kernel_time();
  }

  /// Generation 1, one lane: a byte takes 4 ns. All of the rate is the packets'.
  static PcieLinkConfig plain() {
    PcieLinkConfig config;
    config.generation = 1;
    config.lanes = 1;
    config.efficiency = LaneRate::whole;
    config.ack_bytes = 0;
    return config;
  }
  static PcieLinkConfig simulated() {
    PcieLinkConfig config = plain();
    config.dllp = PcieLinkConfig::Dllps::simulated;
    config.skip = false;
    return config;
  }
  static PciePort::Config buffers(TlpType type, std::uint64_t headers, std::uint64_t data = 0) {
    PciePort::Config config;
    config.buffers[type] = {headers, data};
    return config;
  }

  void make(const PcieLinkConfig& config, const PciePort::Config& at_left = {}, const PciePort::Config& at_right = {}) {
    link = std::make_unique<PcieLink>("link", domain, config);
    left = std::make_unique<PcieEnd>("left", domain, at_left, 0);
    right = std::make_unique<PcieEnd>("right", domain, at_right, 1);
    left->port.socket.bind(link->a);
    right->port.socket.bind(link->b);
  }
  void run(Time until = second) { simulate_to(region, until); }
  std::map<std::string, double> figures(Time from, Time to) {
    ReplicationRecord record;
    StatisticSink sink(record, from, to);
    link->report(sink);
    std::map<std::string, double> found;
    for (const std::string direction : {"a_to_b", "b_to_a"})
      for (const auto& [name, value] : record.components.at("link." + direction)) found[direction + "." + name] = value;
    return found;
  }
  /// Mean time from one arrival to the next, ns, of those after the first `skipped`.
  static double interval(const PcieEnd& end, std::size_t skipped = 10) {
    const Time time = end.arrivals.back().at - end.arrivals[skipped].at;
    return static_cast<double>(time) / static_cast<double>(end.arrivals.size() - 1 - skipped) / 1000;
  }
  void expect_all_home() {
    EXPECT_TRUE(link->all_home(region.now()));
    EXPECT_EQ(pool.outstanding(), 0u);
    EXPECT_EQ(left->bytes_sent, right->bytes_arrived);
    EXPECT_EQ(right->bytes_sent, left->bytes_arrived);
  }

  Region region{"region"};
  MessagePool pool{4096};
  const Domain domain{region, pool, GetParam()};
  std::unique_ptr<PcieLink> link;
  std::unique_ptr<PcieEnd> left;
  std::unique_ptr<PcieEnd> right;
};

TEST_P(PcieLinkTest, aPacketTakesItsBytesAndThePropagation) {
  PcieLinkConfig config = plain();
  config.propagation = 7 * nanosecond;
  make(config);
  left->at_start = [&] {
    left->send(write, 100, 1, 0);  // 124 B, 496 ns
    left->send(read, 32, 1, 0);    // 24 B, 96 ns
  };
  right->at_start = [&] { right->send(answer, 64, 0, 0); };  // 84 B, 336 ns
  run();
  EXPECT_THAT(right->times(), ElementsAre(503 * nanosecond, 599 * nanosecond));
  EXPECT_THAT(left->times(), ElementsAre(343 * nanosecond));
  expect_all_home();
  const auto found = figures(0, 1000 * nanosecond);
  EXPECT_DOUBLE_EQ(found.at("a_to_b.payload"), 100 * 1e6);
  EXPECT_DOUBLE_EQ(found.at("a_to_b.tlp_bytes"), 148 * 1e6);
  EXPECT_DOUBLE_EQ(found.at("a_to_b.tlps"), 2);
  EXPECT_DOUBLE_EQ(found.at("a_to_b.dllp_bytes"), 0);
  EXPECT_DOUBLE_EQ(found.at("a_to_b.utilisation"), 0.592);
  EXPECT_DOUBLE_EQ(found.at("b_to_a.utilisation"), 0.336);
}

TEST_P(PcieLinkTest, aPartHearsWhenItsPacketLeaves) {
  make(plain());
  std::vector<std::pair<Time, Time>> times;
  left->at_start = [&] {
    left->send(write, 76, 1, 0);
    left->send(write, 76, 1, 0);
  };
  left->leaving = [&](const Payload& packet, Time now, Time end) {
    times.emplace_back(now, end);
    if (tag_of(packet).sequence == 1) left->send(write, 1, 1, now);
  };
  run();
  using Leaving = std::pair<Time, Time>;
  EXPECT_THAT(times, ElementsAre(Leaving(0, 400 * nanosecond), Leaving(400 * nanosecond, 800 * nanosecond),
                                 Leaving(800 * nanosecond, 900 * nanosecond)));
  expect_all_home();
}

TEST_P(PcieLinkTest, digestAndHeaderCount) {
  PcieLinkConfig config = plain();
  config.ecrc = true;
  config.header = TlpSize::Header::three_words;
  make(config);
  left->at_start = [&] { left->send(write, 100, 1, 0); };  // 124 B again
  run();
  EXPECT_THAT(right->times(), ElementsAre(496 * nanosecond));
}

/// All generations and widths at once, each with packets of all three sizes.
TEST_P(PcieLinkTest, throughputIsThatOfTheClosedForm) {
  constexpr double transfers[] = {2.5e9, 5e9, 8e9, 16e9, 32e9};
  struct One {
    std::unique_ptr<PcieLink> link;
    std::unique_ptr<PcieEnd> from;
    std::unique_ptr<PcieEnd> to;
    double expected;  // payload, B/s
    unsigned payload;
  };
  std::vector<One> all;
  for (unsigned generation = 1; generation <= 5; ++generation)
    for (unsigned lanes = 0; lanes <= 4; ++lanes)
      for (const unsigned payload : {128u, 256u, 512u}) {
        PcieLinkConfig config = plain();
        config.generation = generation;
        config.lanes = 1u << lanes;
        const std::string index = std::to_string(all.size());
        One one;
        one.link = std::make_unique<PcieLink>(("link" + index).c_str(), domain, config);
        one.from = std::make_unique<PcieEnd>(("from" + index).c_str(), domain, PciePort::Config{});
        one.to = std::make_unique<PcieEnd>(("to" + index).c_str(), domain, PciePort::Config{});
        one.from->port.socket.bind(one.link->a);
        one.to->port.socket.bind(one.link->b);
        const double coding = generation <= 2 ? 0.8 : 128.0 / 130;
        one.expected = transfers[generation - 1] * coding * (1u << lanes) / 8 * payload / (payload + 24);
        one.payload = payload;
        PcieEnd* const from = one.from.get();
        from->at_start = [=] {
          for (int i = 0; i < 200; ++i) from->send(write, payload, 1, 0);
        };
        all.push_back(std::move(one));
      }
  run(10 * millisecond);
  for (const One& one : all) {
    ASSERT_EQ(one.to->arrivals.size(), 200u);
    EXPECT_NEAR(one.payload / interval(*one.to) * 1e9 / one.expected, 1, 1e-5);
    EXPECT_TRUE(one.link->all_home(region.now()));
  }
}

TEST_P(PcieLinkTest, efficiencyIsAFractionOfTheRate) {
  PcieLinkConfig config = plain();
  config.efficiency = 800'000;
  make(config);
  left->at_start = [&] {
    for (int i = 0; i < 50; ++i) left->send(write, 256, 1, 0);
  };
  run();
  EXPECT_DOUBLE_EQ(interval(*right), 280 * 4 / 0.8);
}

TEST_P(PcieLinkTest, anAckOfARequestLengthensOneCompletion) {
  PcieLinkConfig config = plain();
  config.ack_bytes = 8;
  make(config);
  left->at_start = [&] {
    left->send(read, 32, 1, 0);
    left->send(write, 8, 1, 0);  // writes' Acks are the efficiency's
  };
  right->then = [&](const Payload& packet, Time now) {
    if (tag_of(packet).kind != read) return;
    right->send(answer, 64, 0, now);
    right->send(answer, 64, 0, now);
  };
  run();
  // Request 96 ns; 84 B and the Ack of 8 B, 368 ns; 84 B.
  EXPECT_THAT(left->times(), ElementsAre(464 * nanosecond, 800 * nanosecond));
}

TEST_P(PcieLinkTest, oneHeaderMakesAPacketARoundTrip) {
  PcieLinkConfig config = plain();
  config.propagation = 100 * nanosecond;
  config.credit_latency = 50 * nanosecond;
  make(config, {}, buffers(TlpType::posted, 1));
  left->at_start = [&] {
    for (int i = 0; i < 50; ++i) left->send(write, 76, 1, 0);  // 100 B, 400 ns
  };
  right->hold = [](const Payload&) { return 30 * nanosecond; };
  run();
  EXPECT_DOUBLE_EQ(interval(*right, 0), 400 + 100 + 30 + 50 + 100);
  expect_all_home();
  // From the end of a packet on it lacks credits, and while it is sent the next one does.
  const auto found = figures(0, 50 * 680 * nanosecond);
  EXPECT_NEAR(found.at("a_to_b.wait_posted"), 49.0 / 50, 1e-9);
  EXPECT_EQ(found.at("a_to_b.wait_completion"), 0);
  EXPECT_EQ(found.at("a_to_b.wait_replay"), 0);
}

TEST_P(PcieLinkTest, threeHeadersAreThreePacketsARoundTrip) {
  PcieLinkConfig config = plain();
  config.propagation = 1000 * nanosecond;
  make(config, {}, buffers(TlpType::posted, 3));
  left->at_start = [&] {
    for (int i = 0; i < 60; ++i) left->send(write, 76, 1, 0);
  };
  run();
  EXPECT_DOUBLE_EQ(interval(*right, 2), (400 + 2000) / 3.0);
  expect_all_home();
}

TEST_P(PcieLinkTest, dataHaveCreditsOfTheirOwn) {
  PcieLinkConfig config = plain();
  config.propagation = 1000 * nanosecond;
  // 320 B are 20 units; a packet of 100 B takes 7 of them, so two go in a round trip.
  make(config, {}, buffers(TlpType::posted, 0, 320));
  left->at_start = [&] {
    for (int i = 0; i < 60; ++i) left->send(write, 100, 1, 0);  // 124 B, 496 ns
  };
  run();
  EXPECT_DOUBLE_EQ(interval(*right, 1), (496 + 2000) / 2.0);
  expect_all_home();
}

TEST_P(PcieLinkTest, simulatedDllpsTakeTheirTime) {
  PcieLinkConfig config = simulated();
  config.propagation = 100 * nanosecond;
  make(config, {}, buffers(TlpType::posted, 1));
  left->at_start = [&] {
    for (int i = 0; i < 50; ++i) left->send(write, 76, 1, 0);
  };
  run();
  // The Ack goes before the UpdateFC, 32 ns each.
  EXPECT_DOUBLE_EQ(interval(*right, 0), 400 + 100 + 32 + 32 + 100);
  expect_all_home();
  const auto found = figures(0, 50 * 664 * nanosecond);
  EXPECT_DOUBLE_EQ(found.at("b_to_a.dllp_bytes"), 100 * 8 / (50 * 664e-9));
  EXPECT_NEAR(found.at("b_to_a.utilisation"), 64 / 664.0, 1e-12);
}

TEST_P(PcieLinkTest, updatesWaitForHeadersButNotForEver) {
  PcieLinkConfig config = simulated();
  config.update_every = 4;
  make(config, {}, buffers(TlpType::posted, 8));
  left->at_start = [&] {
    for (int i = 0; i < 10; ++i) left->send(write, 76, 1, 0);
  };
  // Three at a time leave the buffer late: they wait for a fourth, and the last ones for none.
  right->hold = [](const Payload&) { return 10 * microsecond; };
  run();
  EXPECT_EQ(right->arrivals.size(), 10u);
  expect_all_home();
  // 10 Acks; updates of 4 at the 4th and 8th release, and of 2 at the last.
  EXPECT_DOUBLE_EQ(figures(0, second).at("b_to_a.dllp_bytes"), 8 * (10 + 3));
}

TEST_P(PcieLinkTest, bothWaysASaturatedLinkCarriesAnAckAPacket) {
  make(simulated());
  for (const auto& [end, to] : {std::pair(left.get(), 1u), std::pair(right.get(), 0u)})
    end->at_start = [end = end, to = to] {
      for (int i = 0; i < 500; ++i) end->send(write, 256, to, 0);
    };
  run();
  EXPECT_NEAR(interval(*left), (280 + 8) * 4, 0.01);
  EXPECT_NEAR(interval(*right), (280 + 8) * 4, 0.01);
  expect_all_home();
}

TEST_P(PcieLinkTest, acksThatWaitAreMerged) {
  PcieLinkConfig config = simulated();
  config.ack_latency = microsecond;
  make(config);
  left->at_start = [&] {
    for (int i = 0; i < 12; ++i) left->send(write, 76, 1, 0);  // every 400 ns
  };
  run();
  // The first of three has waited for 1 us when the third has been there for 200 ns.
  EXPECT_DOUBLE_EQ(figures(0, second).at("b_to_a.dllp_bytes"), 8 * 4);
}

TEST_P(PcieLinkTest, skipSetsTakeTheirShare) {
  PcieLinkConfig config = simulated();
  config.generation = 3;
  config.skip = true;
  make(config);
  left->at_start = [&] {
    for (int i = 0; i < 20'000; ++i) left->send(write, 256, 1, 0);
  };
  run();
  // A block in 370 is a set's; packets go in between, so that each interval ends with whole ones.
  const double alone = 280 * 1.015625;
  EXPECT_NEAR(interval(*right) / alone, 370 / 369.0, 2e-5);
}

TEST_P(PcieLinkTest, aReplayBufferOfOnePacketMakesItARoundTrip) {
  PcieLinkConfig config = simulated();
  config.replay_buffer = 4128;
  config.propagation = 100 * nanosecond;
  make(config);
  left->at_start = [&] {
    for (int i = 0; i < 20; ++i) left->send(write, 4096, 1, 0);  // 4120 B, 16,480 ns
  };
  run();
  EXPECT_DOUBLE_EQ(interval(*right, 0), 16'480 + 100 + 32 + 100);
  expect_all_home();
  EXPECT_NEAR(figures(0, 20 * 16'712 * nanosecond).at("a_to_b.wait_replay"), 19 / 20.0, 1e-9);
}

TEST_P(PcieLinkTest, anAckFreesTheReplayBufferWithoutSimulatedDllpsToo) {
  PcieLinkConfig config = plain();
  config.replay_buffer = 4128;
  config.propagation = 100 * nanosecond;
  config.ack_latency = 70 * nanosecond;
  config.credit_latency = 1000 * nanosecond;  // of credits alone
  make(config);
  left->at_start = [&] {
    for (int i = 0; i < 20; ++i) left->send(write, 4096, 1, 0);
  };
  run();
  EXPECT_DOUBLE_EQ(interval(*right, 0), 16'480 + 100 + 70 + 100);
  expect_all_home();
}

TEST_P(PcieLinkTest, postedPacketsAndCompletionsPassABlockedRequest) {
  make(plain(), {}, buffers(TlpType::non_posted, 1));
  right->hold = [](const Payload& packet) { return tag_of(packet).kind == read ? 100 * microsecond : 0; };
  left->at_start = [&] {
    left->send(read, 32, 1, 0);    // 0
    left->send(read, 32, 1, 0);    // 1: lacks credits
    left->send(answer, 64, 1, 0);  // 2 passes it
    left->send(write, 100, 1, 0);  // 3 too
    left->send(answer, 64, 1, 0);  // 4 too, behind the write
  };
  run();
  std::vector<std::uint64_t> order;
  for (const PcieEnd::Arrival& one : right->arrivals) order.push_back(one.sequence);
  EXPECT_THAT(order, ElementsAre(0, 2, 3, 4, 1));
  expect_all_home();
}

TEST_P(PcieLinkTest, nothingPassesAPostedPacket) {
  make(plain(), {}, buffers(TlpType::posted, 1));
  right->hold = [](const Payload& packet) { return tag_of(packet).kind == write ? 100 * microsecond : 0; };
  left->at_start = [&] {
    left->send(write, 100, 1, 0);
    left->send(write, 100, 1, 0);
    left->send(answer, 64, 1, 0);
    left->send(read, 32, 1, 0);
  };
  run();
  std::vector<std::uint64_t> order;
  for (const PcieEnd::Arrival& one : right->arrivals) order.push_back(one.sequence);
  EXPECT_THAT(order, ElementsAre(0, 1, 2, 3));
}

/// Shares of three classes in what the link carries while all of them have packets.
class PcieLinkWeights : public PcieLinkTest {
 protected:
  void expect_shares(const std::vector<std::uint64_t>& weights, const double (&expected)[3]) {
    PcieLinkConfig config = plain();
    config.classes = 3;
    config.serve = ClassOrder::weighted;
    config.weights = weights;
    make(config);
    left->at_start = [&] {
      for (int i = 0; i < 3000; ++i)
        for (std::uint8_t c = 0; c < 3; ++c) left->send(write, 64 + 64 * c, 1, 0, c);
    };
    double bytes[3] = {};
    right->then = [&](const Payload& packet, Time) {
      if (right->arrivals.size() < 4000) bytes[tag_of(packet).traffic_class] += packet.get_data_length() + 24;
    };
    run();
    const double sum = bytes[0] + bytes[1] + bytes[2];
    for (unsigned c = 0; c < 3; ++c) EXPECT_NEAR(bytes[c] / sum, expected[c], 0.005 * expected[c]) << c;
    expect_all_home();
  }
};

INSTANTIATE_TEST_SUITE_P(Modes, PcieLinkWeights, both_modes, name_of_mode);

TEST_P(PcieLinkWeights, areShares) {
  expect_shares({1, 3, 6}, {0.1, 0.3, 0.6});
}
TEST_P(PcieLinkWeights, mayBeLarge) {
  expect_shares({100, 300, 600}, {0.1, 0.3, 0.6});
}
TEST_P(PcieLinkWeights, areAlikeUnlessTheyAreSet) {
  expect_shares({}, {1.0 / 3, 1.0 / 3, 1.0 / 3});
}

TEST_P(PcieLinkTest, aWindowCountsWhatIsInIt) {
  make(simulated());
  left->at_start = [&] {
    left->send(write, 76, 1, 0);  // 0 to 400 ns, its Ack to 432 ns
    region.call_at(1000 * nanosecond, [&] { left->send(write, 76, 1, region.now()); });  // 1000 to 1400, to 1432
  };
  run(200 * nanosecond);
  link->start_window(200 * nanosecond);
  run(1410 * nanosecond);
  const auto found = figures(200 * nanosecond, 1410 * nanosecond);
  EXPECT_EQ(found.at("a_to_b.tlps"), 1) << "it counts where it begins";
  EXPECT_DOUBLE_EQ(found.at("a_to_b.utilisation"), 600 / 1210.0);
  EXPECT_DOUBLE_EQ(found.at("b_to_a.utilisation"), 42 / 1210.0);
}

TEST_P(PcieLinkTest, refusesWhatNeverFits) {
  make(plain(), {}, buffers(TlpType::posted, 0, 64));
  std::string message;
  left->at_start = [&] {
    try {
      left->send(write, 65, 1, 0);
    } catch (const ModelError& error) {
      message = error.what();
    }
  };
  run();
  EXPECT_EQ(message, "left.port sends 65 B in one packet, which the buffers of right.port cannot hold");
}

TEST_P(PcieLinkTest, saysWhatAPacketWaitsFor) {
  make(plain(), {}, buffers(TlpType::non_posted, 1));
  right->keeps = [](const Payload&) { return true; };
  left->at_start = [&] {
    left->send(read, 32, 1, 0);
    left->send(read, 32, 1, 0);
  };
  run(millisecond);
  std::vector<Wait> waits;
  link->report_waits(waits);
  ASSERT_EQ(waits.size(), 1u);
  EXPECT_EQ(waits[0].who, "left.port");
  EXPECT_EQ(waits[0].what, "non_posted credits");
  EXPECT_EQ(waits[0].whom, "right.port since 0 s");
  EXPECT_FALSE(link->all_home(region.now()));
}

TEST_P(PcieLinkTest, aPacketIsOneEventWhereNothingWaits) {
  make(simulated(), buffers(TlpType::posted, 64, 4096), buffers(TlpType::posted, 64, 4096));
  left->at_start = [&] {
    for (int i = 0; i < 1000; ++i)
      region.call_at((1 + 400 * i) * nanosecond,
                     [&, at = (1 + 400 * i) * nanosecond] { left->send(write, 64, 1, at); });
  };
  run();
  EXPECT_EQ(right->arrivals.size(), 1000u);
  // One call of the test for each packet.
  const bool fast = GetParam() == Phases::shortcut;
  EXPECT_EQ(region.events() == 2000, fast) << region.events();
  expect_all_home();
}

TEST_P(PcieLinkTest, aQueueOfPacketsIsOneEventEach) {
  make(plain());
  left->at_start = [&] {
    for (int i = 0; i < 1000; ++i) left->send(write, 64, 1, 0);
  };
  run();
  EXPECT_EQ(region.events() == 1000, GetParam() == Phases::shortcut) << region.events();
}

INSTANTIATE_TEST_SUITE_P(Modes, PcieLinkTest, both_modes, name_of_mode);

}  // namespace
}  // namespace isochron::testbench
