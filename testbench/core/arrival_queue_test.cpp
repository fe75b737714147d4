// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/core/arrival_queue.h>

namespace isochron {
namespace {

struct Arrival {
  Time time;
  std::uint64_t key;
  int number;
};

// Against a stable sort of everything that is in it, after every step. Ties of time and of key are the rule. Catches an
// item that overtakes one of an earlier instant, equal keys that change places, and a gap that remove() leaves.
RC_GTEST_PROP(ArrivalQueue, servesByTimeThenKeyThenArrival, ()) {
  ArrivalQueue<int> queue;
  std::vector<Arrival> model;
  Time now = 0;
  const auto steps = *rc::gen::inRange(1, 200);
  for (int number = 0; number < steps; ++number) {
    const auto kind = *rc::gen::inRange(0, 7);
    if (kind <= 2) {
      now += *rc::gen::element<Time>(0, 0, 0, 1, 5);
      const auto key = *rc::gen::inRange<std::uint64_t>(0, 5);
      queue.push(now, key, number);
      model.push_back({now, key, number});
      std::stable_sort(model.begin(), model.end(), [](const Arrival& a, const Arrival& b) {
        return std::tie(a.time, a.key) < std::tie(b.time, b.key);
      });
    } else if (!model.empty() && kind <= 4) {
      RC_ASSERT(queue.pop() == model.front().number);
      model.erase(model.begin());
    } else if (!model.empty() && kind == 5) {
      RC_ASSERT(queue.pop_back() == model.back().number);
      model.pop_back();
    } else if (!model.empty()) {
      const auto i = *rc::gen::inRange<std::size_t>(0, model.size());
      queue.remove(i);
      model.erase(model.begin() + static_cast<std::ptrdiff_t>(i));
    }
    RC_ASSERT(queue.size() == model.size());
    RC_ASSERT(queue.empty() == model.empty());
    for (std::size_t i = 0; i < model.size(); ++i) RC_ASSERT(queue[i] == model[i].number);
    if (!model.empty()) RC_ASSERT(queue.front() == model.front().number);
  }
}

// A key of several numbers: the first that differs decides.
TEST(ArrivalQueue, keysMayHaveSeveralNumbers) {
  ArrivalQueue<int, std::pair<unsigned, std::uint64_t>> queue;
  queue.push(7, {2, 0}, 1);
  queue.push(7, {1, 9}, 2);
  queue.push(7, {1, 3}, 3);
  queue.push(8, {0, 0}, 4);
  EXPECT_EQ(queue.pop(), 3);
  EXPECT_EQ(queue.pop(), 2);
  EXPECT_EQ(queue.pop(), 1);
  EXPECT_EQ(queue.pop(), 4);
}

}  // namespace
}  // namespace isochron
