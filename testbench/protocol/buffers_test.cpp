// SPDX-License-Identifier: Apache-2.0
#include <deque>
#include <memory>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/protocol/buffers.h>

namespace isochron {
namespace {

struct Waiter final : Buffers::Waiter {
  void buffer_granted(Time now) override { granted_at = now; }
  Time granted_at = end_of_time;
};

// Against a deque: a freed buffer goes to the longest waiter, at that instant, and is free only when nobody waits.
RC_GTEST_PROP(Buffers, goToTheLongestWaiter, ()) {
  const auto count = *rc::gen::inRange(0u, 5u);
  Buffers buffers(count);
  std::vector<std::unique_ptr<Waiter>> waiters;
  std::deque<Waiter*> queue;
  unsigned taken = 0;
  const auto steps = *rc::gen::inRange<Time>(0, 100);
  for (Time now = 0; now < steps; ++now) {
    if (taken == 0 || *rc::gen::arbitrary<bool>()) {
      waiters.push_back(std::make_unique<Waiter>());
      const bool got = buffers.take(*waiters.back());
      RC_ASSERT(got == (taken < count));
      got ? static_cast<void>(++taken) : queue.push_back(waiters.back().get());
    } else {
      buffers.release(now);
      if (queue.empty()) {
        --taken;
      } else {
        RC_ASSERT(queue.front()->granted_at == now);
        queue.pop_front();
      }
    }
    for (const Waiter* const waiter : queue) RC_ASSERT(waiter->granted_at == end_of_time);
    RC_ASSERT(buffers.free() == count - taken);
  }
}

}  // namespace
}  // namespace isochron
