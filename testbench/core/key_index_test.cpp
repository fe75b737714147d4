// SPDX-License-Identifier: Apache-2.0
#include <unordered_map>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/core/key_index.h>

namespace isochron {
namespace {

// Few keys, so that they come and go often; far apart and close together, so that runs of slots begin, meet and wrap.
RC_GTEST_PROP(KeyIndex, isAMap, ()) {
  const auto steps = *rc::gen::container<std::vector<std::pair<unsigned, bool>>>(
      rc::gen::pair(rc::gen::inRange(0u, 60u), rc::gen::arbitrary<bool>()));
  const auto stride = *rc::gen::element<std::uint64_t>(1, 16, 0x9e3779b97f4a7c15u, std::uint64_t{1} << 52);
  KeyIndex index(*rc::gen::inRange<std::size_t>(0, 20));
  std::unordered_map<std::uint64_t, std::uint32_t> model;
  std::uint32_t number = 0;
  for (const auto& [which, adds] : steps) {
    const std::uint64_t key = which * stride;
    if (model.count(key) == 0) {
      if (!adds) continue;
      index.insert(key, number);
      model[key] = number++;
    } else if (!adds) {
      index.erase(key);
      model.erase(key);
    }
    RC_ASSERT(index.size() == model.size());
    for (unsigned i = 0; i < 60; ++i) {
      const auto found = model.find(i * stride);
      RC_ASSERT(index.find(i * stride) == (found == model.end() ? KeyIndex::none : found->second));
    }
  }
}

// A table that only marks what it removes would fill up and then search forever.
TEST(KeyIndex, millionsOfKeysComeAndGo) {
  KeyIndex index(64);
  for (std::uint64_t key = 0; key < 2'000'000; ++key) {
    index.insert(key * 4096, static_cast<std::uint32_t>(key));
    if (key >= 64) index.erase((key - 64) * 4096);
  }
  EXPECT_EQ(index.size(), 64u);
  EXPECT_EQ(index.find(1'999'999u * std::uint64_t{4096}), 1'999'999u);
  EXPECT_EQ(index.find(0), KeyIndex::none);
}

}  // namespace
}  // namespace isochron
