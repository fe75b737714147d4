// SPDX-License-Identifier: Apache-2.0
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/core/completion_queue.h>

namespace isochron {
namespace {

/// How far ahead a completion lies: ties are the rule; nanoseconds, microseconds and milliseconds are mixed as in a
/// machine.
rc::Gen<Time> distances() {
  return rc::gen::oneOf(rc::gen::inRange<Time>(0, 4), rc::gen::inRange<Time>(0, 40'000),
                        rc::gen::map(rc::gen::inRange<Time>(0, 40), [](Time n) { return n * microsecond; }),
                        rc::gen::map(rc::gen::inRange<Time>(0, 1100), [](Time n) { return n * 16'384; }),
                        rc::gen::element<Time>(20 * millisecond, second));
}

/// `count` completions, numbered.
std::vector<CompletionQueue::Item> numbered(std::uint32_t count) {
  std::vector<CompletionQueue::Item> items(count);
  for (std::uint32_t n = 0; n < count; ++n) items[n].number(n);
  return items;
}

// Against a std::set of (time, number). What is scheduled is not before what was taken last, as in a simulation.
RC_GTEST_PROP(CompletionQueue, popsInOrderOfTimeThenNumber, ()) {
  const auto resources = *rc::gen::inRange<std::uint32_t>(1, 40);
  std::vector<CompletionQueue::Item> items = numbered(resources);
  CompletionQueue queue;
  std::set<std::pair<Time, std::uint32_t>> model;
  std::vector<Time> time_of(resources, end_of_time);
  const auto remove = [&](std::uint32_t id) {
    model.erase({time_of[id], id});
    time_of[id] = end_of_time;
  };
  Time now = 0;
  const auto steps = *rc::gen::inRange(1, 300);
  for (int i = 0; i < steps; ++i) {
    const auto id = *rc::gen::inRange<std::uint32_t>(0, resources);
    switch (*rc::gen::inRange(0, 6)) {
      case 0:
        queue.cancel(items[id]);
        remove(id);
        break;
      case 1:
      case 2: {
        if (model.empty()) break;
        const auto expected = *model.begin();
        const CompletionQueue::Entry taken = queue.pop();
        RC_ASSERT(taken.time == expected.first);
        RC_ASSERT(taken.item == &items[expected.second]);
        now = taken.time;
        remove(expected.second);
        break;
      }
      default: {
        const Time time = now + *distances();
        queue.schedule(items[id], time);
        remove(id);
        model.insert({time, id});
        time_of[id] = time;
      }
    }
    RC_ASSERT(queue.empty() == model.empty());
    for (std::uint32_t n = 0; n < resources; ++n) RC_ASSERT(items[n].pending() == (time_of[n] != end_of_time));
    RC_ASSERT(queue.next_time() == (model.empty() ? end_of_time : model.begin()->first));
  }
}

// Moves of one completion back and forth between near and far leave nothing behind that would complete it twice.
RC_GTEST_PROP(CompletionQueue, aMovedCompletionIsTakenOnce, ()) {
  CompletionQueue::Item item;
  CompletionQueue queue;
  const auto moves = *rc::gen::nonEmpty<std::vector<Time>>(rc::gen::container<std::vector<Time>>(distances()));
  for (const Time time : moves) queue.schedule(item, time);
  RC_ASSERT(queue.pop().time == moves.back());
  RC_ASSERT(queue.empty());
  RC_ASSERT(queue.next_time() == end_of_time);
}

TEST(CompletionQueue, isEmptyAtFirst) {
  CompletionQueue queue;
  EXPECT_TRUE(queue.empty());
  EXPECT_EQ(queue.next_time(), end_of_time);
}

}  // namespace
}  // namespace isochron
