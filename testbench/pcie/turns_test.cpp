// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include <gtest/gtest.h>

#include <isochron/core/error.h>
#include <isochron/pcie/round_robin_turns.h>
#include <isochron/pcie/tlp_queues.h>
#include <isochron/pcie/tlp_size.h>
#include <isochron/protocol/message_pool.h>

namespace isochron::testbench {
namespace {

constexpr auto any_one = [](unsigned) { return true; };

TEST(RoundRobinTurns, goOnBehindTheOneServedLast) {
  RoundRobinTurns turns;
  std::vector<unsigned> order;
  const auto serve = [&](std::uint64_t asking, auto may_go) {
    order.push_back(turns.next(asking, may_go));
    if (order.back() != RoundRobinTurns::none) turns.served(order.back());
  };
  for (int i = 0; i < 4; ++i) serve(0b10101, any_one);
  EXPECT_EQ(order, (std::vector<unsigned>{0, 2, 4, 0}));
  order.clear();
  serve(0b10101, [](unsigned i) { return i != 2; });
  serve(0b00101, any_one);
  serve(0, any_one);
  serve(std::uint64_t{1} << 63, any_one);
  serve(std::uint64_t{1} << 63 | 2, any_one);
  EXPECT_EQ(order, (std::vector<unsigned>{4, 0, RoundRobinTurns::none, 63, 1}));
}

class Queues : public testing::Test {
 protected:
  Message& message(MessageKind kind, std::uint8_t traffic_class, unsigned bytes) {
    Message& one = pool.allocate(0, bytes);
    one.tag().kind = kind;
    one.tag().traffic_class = traffic_class;
    one.tag().sequence = sequence++;
    return one;
  }
  void push(TlpQueues& queues, unsigned input, std::uint8_t traffic_class = 0, unsigned bytes = 100,
            MessageKind kind = MessageKind::data) {
    Message& one = message(kind, traffic_class, bytes);
    queues.push(one, Tlp::of(one), input, 0);
  }
  /// Numbers of the packets in the order in which they leave.
  template <class MayGo>
  std::vector<std::uint64_t> drain(TlpQueues& queues, MayGo may_go, std::size_t most = 1000) {
    std::vector<std::uint64_t> order;
    TlpQueues::Place place;
    while (order.size() < most && queues.next(may_go, place)) {
      Payload& packet = queues.pop(place, 0);
      order.push_back(tag_of(packet).sequence);
      packet.release();
    }
    return order;
  }
  static constexpr auto all = [](const Payload&, TlpType) { return true; };

  MessagePool pool{4096};
  std::uint64_t sequence = 0;
};

TEST_F(Queues, inputsTakeTurns) {
  TlpQueues queues(OrderingRules::pcie, 3, {});
  for (const unsigned input : {0u, 0u, 0u, 2u, 2u}) push(queues, input);
  EXPECT_EQ(drain(queues, all), (std::vector<std::uint64_t>{0, 3, 1, 4, 2}));
  EXPECT_TRUE(queues.empty());
}

TEST_F(Queues, aBlockedInputHoldsBackNoOther) {
  TlpQueues queues(OrderingRules::pcie, 2, {});
  push(queues, 0, 0, 100, MessageKind::read_request);
  push(queues, 1);
  push(queues, 0);
  const auto posted = [](const Payload&, TlpType type) { return type == TlpType::posted; };
  EXPECT_EQ(drain(queues, posted), (std::vector<std::uint64_t>{2, 1}));
  EXPECT_EQ(queues.size(), 1u);
  EXPECT_EQ(queues.depth(TlpType::non_posted).level(), 1);
  EXPECT_EQ(queues.depth(TlpType::posted).level(), 0);
  EXPECT_EQ(drain(queues, all), (std::vector<std::uint64_t>{0}));
}

TEST_F(Queues, theLowestClassGoesFirst) {
  TlpQueues queues(OrderingRules::pcie, 1, {});
  queues.serve_classes({3, ClassOrder::strict, {}});
  for (const std::uint8_t traffic_class : {2, 1, 2, 0, 1}) push(queues, 0, traffic_class);
  EXPECT_EQ(drain(queues, all), (std::vector<std::uint64_t>{3, 1, 4, 0, 2}));
}

TEST_F(Queues, classesAndInputsShareByWeights) {
  TlpQueues queues(OrderingRules::pcie, 2, {1, 3});
  queues.serve_classes({2, ClassOrder::weighted, {1, 4}});
  std::vector<std::pair<unsigned, unsigned>> from;
  for (int i = 0; i < 4000; ++i) {
    const unsigned input = i % 2;
    const std::uint8_t traffic_class = static_cast<std::uint8_t>(i / 2 % 2);
    push(queues, input, traffic_class);
    from.emplace_back(input, traffic_class);
  }
  double counts[2][2] = {};
  for (const std::uint64_t number : drain(queues, all, 1000)) ++counts[from[number].first][from[number].second];
  EXPECT_NEAR(counts[0][0], 50, 2);
  EXPECT_NEAR(counts[1][0], 150, 2);
  EXPECT_NEAR(counts[0][1], 200, 2);
  EXPECT_NEAR(counts[1][1], 600, 2);
  drain(queues, all, 5000);
}

// Requests have no data: what they take on the link is their headers.
TEST_F(Queues, weightsShareWhatIsOnTheLink) {
  const TlpSize size(TlpSize::Header::four_words, false);
  TlpQueues queues(OrderingRules::pcie, 2, {1, 1});
  queues.measure(size);
  for (int i = 0; i < 2000; ++i) {
    push(queues, 0, 0, 1, MessageKind::read_request);
    push(queues, 1, 0, 216);
  }
  double requests = 0;
  for (const std::uint64_t number : drain(queues, all, 1100)) requests += number % 2 == 0;
  // Ten of 24 B for each of 240 B.
  EXPECT_NEAR(requests, 1000, 10);
  drain(queues, all, 5000);
}

TEST_F(Queues, refuseWeightsThatDoNotFit) {
  EXPECT_THROW(TlpQueues(OrderingRules::pcie, 3, {1, 2}), ModelError);
  EXPECT_THROW(TlpQueues(OrderingRules::pcie, 65, {}), ModelError);
  TlpQueues queues(OrderingRules::pcie, 1, {});
  EXPECT_THROW(queues.serve_classes({2, ClassOrder::weighted, {1}}), ModelError);
  EXPECT_THROW(queues.serve_classes({9, ClassOrder::strict, {}}), ModelError);
}

}  // namespace
}  // namespace isochron::testbench
