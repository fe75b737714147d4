// SPDX-License-Identifier: Apache-2.0
#include <set>
#include <utility>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/core/completion_queue.h>

namespace isochron {
namespace {

// Against a std::set of (time, number). Few times and many resources, so that ties are the rule.
RC_GTEST_PROP(CompletionQueue, popsInOrderOfTimeThenNumber, ()) {
  const auto resources = *rc::gen::inRange<std::uint32_t>(1, 40);
  CompletionQueue queue;
  queue.resize(resources);
  std::set<std::pair<Time, std::uint32_t>> model;
  std::vector<Time> time_of(resources, end_of_time);
  const auto remove = [&](std::uint32_t id) {
    model.erase({time_of[id], id});
    time_of[id] = end_of_time;
  };
  const auto steps = *rc::gen::inRange(1, 300);
  for (int i = 0; i < steps; ++i) {
    const auto id = *rc::gen::inRange<std::uint32_t>(0, resources);
    switch (*rc::gen::inRange(0, 4)) {
      case 0:
        queue.cancel(id);
        remove(id);
        break;
      case 1:
        if (model.empty()) break;
        RC_ASSERT(queue.top().time == model.begin()->first);
        RC_ASSERT(queue.top().id == model.begin()->second);
        RC_ASSERT(queue.pop() == model.begin()->second);
        remove(model.begin()->second);
        break;
      default:
        const Time time = *rc::gen::inRange<Time>(0, 12);
        queue.schedule(id, time);
        remove(id);
        model.insert({time, id});
        time_of[id] = time;
    }
    RC_ASSERT(queue.empty() == model.empty());
    for (std::uint32_t n = 0; n < resources; ++n) RC_ASSERT(queue.contains(n) == (time_of[n] != end_of_time));
    if (!model.empty()) RC_ASSERT(queue.top().id == model.begin()->second);
  }
}

TEST(CompletionQueue, ofNoResourcesIsEmpty) {
  CompletionQueue queue;
  EXPECT_TRUE(queue.empty());
  queue.resize(0);
  EXPECT_TRUE(queue.empty());
}

}  // namespace
}  // namespace isochron
