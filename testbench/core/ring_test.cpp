// SPDX-License-Identifier: Apache-2.0
#include <deque>
#include <memory>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/core/ring.h>

namespace isochron {
namespace {

// Against std::deque, with the head anywhere when the ring grows. Move-only items: nothing may be copied or lost.
RC_GTEST_PROP(Ring, isAQueue, (const std::vector<int>& steps)) {
  Ring<std::unique_ptr<int>> ring;
  std::deque<int> model;
  int next = 0;
  for (std::size_t round = 0; round < 3; ++round) {
    for (const int step : steps) {
      if (step % 2 == 0) {
        ring.push(std::make_unique<int>(next));
        model.push_back(next++);
      } else if (!model.empty() && step % 5 == 0) {
        RC_ASSERT(*ring.pop_back() == model.back());
        model.pop_back();
      } else if (!model.empty()) {
        RC_ASSERT(*ring.front() == model.front());
        RC_ASSERT(*ring.pop() == model.front());
        model.pop_front();
      }
      RC_ASSERT(ring.size() == model.size());
      RC_ASSERT(ring.empty() == model.empty());
      for (std::size_t i = 0; i < model.size(); ++i) RC_ASSERT(*ring[i] == model[i]);
    }
  }
}

// A popped item must not live on in the array: payloads' references would leak.
TEST(Ring, letsGoOfWhatItPops) {
  Ring<std::shared_ptr<int>> ring;
  const auto item = std::make_shared<int>(1);
  ring.push(item);
  ring.pop();
  EXPECT_EQ(item.use_count(), 1);
  ring.push(item);
  ring.pop_back();
  EXPECT_EQ(item.use_count(), 1);
}

}  // namespace
}  // namespace isochron
