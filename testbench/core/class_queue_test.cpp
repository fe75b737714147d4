// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <deque>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/core/class_queue.h>

namespace isochron {
namespace {

struct Item {
  std::uint64_t cost = 0;
  int number = 0;
};

/// The same rules, a round at a time.
class Model {
 public:
  Model(unsigned classes, ClassOrder order, std::vector<std::uint64_t> weights)
      : queues(classes), order_(order), weights_(std::move(weights)), credit_(classes, 0) {}

  Item pop(ClassMask among) {
    const auto n = static_cast<unsigned>(queues.size());
    for (unsigned c = 0; c < n; ++c)
      if (queues[c].empty()) credit_[c] = 0;
    for (;;) {
      for (unsigned i = 0; i < n; ++i) {
        const unsigned c = order_ == ClassOrder::strict ? i : (first_ + i) % n;
        if (!ready(c, among)) continue;
        const Item item = queues[c].front();
        if (order_ == ClassOrder::weighted && credit_[c] < item.cost) continue;
        queues[c].pop_front();
        if (order_ == ClassOrder::weighted) credit_[c] -= item.cost;
        first_ = (c + 1) % n;
        return item;
      }
      for (unsigned c = 0; c < n; ++c)
        if (ready(c, among)) credit_[c] += weights_[c];
    }
  }

  std::vector<std::deque<Item>> queues;

 private:
  bool ready(unsigned c, ClassMask among) const { return (among & class_bit(c)) != 0 && !queues[c].empty(); }

  ClassOrder order_;
  std::vector<std::uint64_t> weights_;
  std::vector<std::uint64_t> credit_;
  unsigned first_ = 0;
};

// Random arrivals and services, each among random classes. Catches a round too many or too few, a credit that is lost,
// saved by a class that has nothing or given to one that may not be served, and a wrong order among equals.
RC_GTEST_PROP(ClassQueue, servesAsRoundsOneByOneDo, ()) {
  const auto classes = *rc::gen::inRange(1u, most_classes + 1);
  const auto order = *rc::gen::element(ClassOrder::strict, ClassOrder::weighted);
  const auto weights = *rc::gen::container<std::vector<std::uint64_t>>(
      classes, rc::gen::element<std::uint64_t>(1, 1, 2, 3, 7, 64, 1000));
  ClassQueue<int> queue({classes, order, weights});
  Model model(classes, order, weights);
  const auto steps = *rc::gen::inRange(1, 200);
  std::size_t size = 0;
  for (int number = 0; number < steps; ++number) {
    if (*rc::gen::inRange(0, 5) <= 2) {
      const auto c = *rc::gen::inRange(0u, classes);
      const auto cost = *rc::gen::element<std::uint64_t>(0, 1, 2, 64, 65, 1500, 4096);
      queue.push(c, cost, number);
      model.queues[c].push_back({cost, number});
      ++size;
    } else {
      const ClassMask among = *rc::gen::inRange(0u, 1u << classes) | (*rc::gen::inRange(0, 2) == 0 ? ~0u : 0u);
      if ((among & queue.present()) == 0) continue;
      const Item expected = model.pop(among);
      RC_ASSERT(queue.front(queue.next(among)) == expected.number);
      RC_ASSERT(queue.pop(among) == expected.number);
      --size;
    }
    RC_ASSERT(queue.size() == size);
    RC_ASSERT(queue.empty() == (size == 0));
    for (unsigned c = 0; c < classes; ++c) {
      RC_ASSERT(queue.size(c) == model.queues[c].size());
      RC_ASSERT(((queue.present() & class_bit(c)) != 0) == !model.queues[c].empty());
    }
  }
}

// The bound that ClassTurns promises, after every service, whatever the costs: while all classes have something, what
// two of them got, by weight, differs by at most their largest items by weight, and 1.
RC_GTEST_PROP(ClassQueue, sharesByWeightAtEveryMoment, ()) {
  const auto weights = *rc::gen::container<std::vector<std::uint64_t>>(*rc::gen::inRange(2u, most_classes + 1),
                                                                       rc::gen::inRange<std::uint64_t>(1, 2000));
  const auto classes = static_cast<unsigned>(weights.size());
  constexpr std::uint64_t largest = 4096;
  ClassQueue<std::pair<unsigned, std::uint64_t>> queue({classes, ClassOrder::weighted, weights});
  const auto refill = [&](unsigned c) {
    const auto cost = *rc::gen::inRange<std::uint64_t>(1, largest + 1);
    queue.push(c, cost, {c, cost});
  };
  for (unsigned c = 0; c < classes; ++c) {
    refill(c);
    refill(c);
  }
  std::vector<std::uint64_t> served(classes, 0);
  for (int i = 0; i < 300; ++i) {
    const auto [c, cost] = queue.pop();
    served[c] += cost;
    refill(c);
    for (unsigned a = 0; a < classes; ++a)
      for (unsigned b = 0; b < classes; ++b) {
        const auto share = [&](unsigned one) {
          return static_cast<double>(served[one]) / static_cast<double>(weights[one]);
        };
        const double most = static_cast<double>(largest) / static_cast<double>(std::min(weights[a], weights[b])) + 1;
        RC_ASSERT(std::fabs(share(a) - share(b)) <= most);
      }
  }
}

// A hundred thousand packets of mixed sizes: each class has its share of the bytes within half a percent.
TEST(ClassQueue, sharesBytesAndNotPackets) {
  const std::vector<std::uint64_t> weights{5, 3, 2}, sizes{64, 1500, 4096};
  ClassQueue<unsigned> queue({3, ClassOrder::weighted, weights});
  std::vector<double> bytes(3, 0);
  const auto add = [&](unsigned c, std::uint64_t number) { queue.push(c, sizes[(number + c) % 3], c); };
  for (unsigned c = 0; c < 3; ++c)
    for (std::uint64_t i = 0; i < 2; ++i) add(c, i);
  double all = 0;
  std::vector<std::uint64_t> packets(3, 0);
  for (int i = 0; i < 100'000; ++i) {
    const unsigned c = queue.pop();
    const auto size = static_cast<double>(sizes[(packets[c] + c) % 3]);
    bytes[c] += size;
    all += size;
    ++packets[c];
    add(c, packets[c] + 1);
  }
  for (unsigned c = 0; c < 3; ++c)
    EXPECT_NEAR(bytes[c] / all, static_cast<double>(weights[c]) / 10, 0.005 * static_cast<double>(weights[c]) / 10);
}

}  // namespace
}  // namespace isochron
