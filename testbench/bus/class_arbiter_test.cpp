// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <isochron/bus/class_arbiter.h>

namespace isochron {
namespace {

using testing::ElementsAre;

/// Sequence numbers in the order in which they are granted.
std::vector<std::uint64_t> granted(Arbiter& arbiter) {
  std::vector<std::uint64_t> order;
  while (arbiter.waiting() > 0) order.push_back(arbiter.grant().sequence);
  return order;
}

BusRequest request(unsigned traffic_class, std::uint64_t sequence, std::uint64_t bytes = 100) {
  BusRequest one;
  one.traffic_class = traffic_class;
  one.sequence = sequence;
  one.bytes = bytes;
  return one;
}

// Against a stable sort by class, time and number. Catches a class that overtakes another, and ties of one instant
// that go by the order of calls.
RC_GTEST_PROP(ClassArbiter, strictIsASortByClassTimeAndNumber, ()) {
  struct Asked {
    unsigned traffic_class;
    Time time;
    std::uint64_t sequence;
  };
  const auto arbiter = make_arbiter(Arbitration::class_strict, 1);
  std::vector<Asked> asked;
  std::vector<std::unique_ptr<BusRequest>> requests;
  Time now = 0;
  for (std::uint64_t i = 0; i < 40; ++i) {
    now += *rc::gen::element<Time>(0, 0, 1);
    const auto traffic_class = *rc::gen::inRange(0u, 8u);
    const std::uint64_t sequence = *rc::gen::inRange(0, 1000) * 100 + i;
    asked.push_back({traffic_class, now, sequence});
    requests.push_back(std::make_unique<BusRequest>(request(traffic_class, sequence)));
    arbiter->add(now, *requests.back());
  }
  RC_ASSERT(arbiter->waiting() == 40u);
  std::sort(asked.begin(), asked.end(), [](const Asked& a, const Asked& b) {
    return std::tie(a.traffic_class, a.time, a.sequence) < std::tie(b.traffic_class, b.time, b.sequence);
  });
  for (const std::uint64_t one : granted(*arbiter)) {
    RC_ASSERT(one == asked.front().sequence);
    asked.erase(asked.begin());
  }
}

// Weights of 2 to 1 where a request of class 0 has half the bytes: four of class 0 for each of class 1. Rounds until
// the first of each can go: 25 and 100.
TEST(ClassArbiter, weightsAreOfBytes) {
  const auto arbiter = make_arbiter(Arbitration::class_weighted, 1, {2, 1});
  std::vector<BusRequest> requests;
  requests.reserve(10);
  for (std::uint64_t i = 0; i < 10; ++i) requests.push_back(i < 8 ? request(0, i, 50) : request(1, i, 100));
  for (BusRequest& one : requests) arbiter->add(0, one);
  EXPECT_THAT(granted(*arbiter), ElementsAre(0, 1, 2, 8, 3, 4, 5, 6, 9, 7));
}

// Two weights are of two classes: higher ones belong to the second.
TEST(ClassArbiter, higherClassesAreTheLast) {
  const auto arbiter = make_arbiter(Arbitration::class_weighted, 1, {1, 1});
  std::vector<BusRequest> requests{request(7, 1), request(1, 2), request(0, 3), request(0, 4)};
  for (BusRequest& one : requests) arbiter->add(0, one);
  EXPECT_THAT(granted(*arbiter), ElementsAre(3, 1, 4, 2));
}

}  // namespace
}  // namespace isochron
