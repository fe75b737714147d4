// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <list>
#include <optional>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/core/least_recently_used.h>

namespace isochron {
namespace {

// Against a list that is searched from its front.
RC_GTEST_PROP(LeastRecentlyUsed, isAListWithTheLastUsedInFront, ()) {
  const std::uint32_t room = *rc::gen::inRange(1u, 9u);
  const auto keys = *rc::gen::container<std::vector<std::uint64_t>>(rc::gen::inRange<std::uint64_t>(0, 3 * room));
  LeastRecentlyUsed used(room);
  std::list<std::uint64_t> model;
  for (const std::uint64_t key : keys) {
    const auto found = std::find(model.begin(), model.end(), key);
    RC_ASSERT(used.use(key) == (found != model.end()));
    std::optional<std::uint64_t> expected;
    if (found != model.end()) {
      model.erase(found);
    } else {
      if (model.size() == room) {
        expected = model.back();
        model.pop_back();
      }
      RC_ASSERT(used.add(key) == expected);
    }
    model.push_front(key);
    RC_ASSERT(used.size() == model.size());
  }
}

TEST(LeastRecentlyUsed, whatIsUsedStays) {
  LeastRecentlyUsed used(2);
  EXPECT_EQ(used.add(1), std::nullopt);
  EXPECT_EQ(used.add(2), std::nullopt);
  EXPECT_TRUE(used.use(1));
  EXPECT_EQ(used.add(3), 2u) << "the one used longest ago, not the one added first";
  EXPECT_FALSE(used.use(2));
  EXPECT_TRUE(used.use(1));
}

}  // namespace
}  // namespace isochron
