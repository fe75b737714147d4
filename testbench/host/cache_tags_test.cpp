// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <list>
#include <map>
#include <stdexcept>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/host/cache_tags.h>

namespace isochron {
namespace {

/// A cache as the textbook has it: a list of lines a set, the one used last in front.
class TextbookCache {
 public:
  TextbookCache(std::uint64_t size, std::uint64_t line, std::uint64_t ways)
      : line_(line), ways_(ways), sets_(size / line / ways) {}

  CacheTags::Outcome access(std::uint64_t address, bool write) {
    std::list<Line>& set = content_[address / line_ % sets_];
    const auto found =
        std::find_if(set.begin(), set.end(), [address](const Line& one) { return one.address == address; });
    CacheTags::Outcome outcome{found != set.end(), false, 0};
    Line used{address, write};
    if (outcome.hit) {
      used.dirty |= found->dirty;
      set.erase(found);
    } else if (set.size() == ways_) {
      outcome.write_back = set.back().dirty;
      outcome.victim = set.back().address;
      set.pop_back();
    }
    set.push_front(used);
    return outcome;
  }

 private:
  struct Line {
    std::uint64_t address;
    bool dirty;
  };
  std::uint64_t line_, ways_, sets_;
  std::map<std::uint64_t, std::list<Line>> content_;
};

RC_GTEST_PROP(CacheTags, doesWhatTheTextbookDoes, ()) {
  const std::uint64_t line = std::uint64_t{1} << *rc::gen::inRange(1, 8);
  const std::uint64_t ways = *rc::gen::inRange<std::uint64_t>(1, 5);
  const std::uint64_t size = line * ways << *rc::gen::inRange(0, 4);
  CacheTags cache(size, line, ways);
  TextbookCache textbook(size, line, ways);
  // Few enough lines that they meet again, anywhere in memory.
  const std::uint64_t base = *rc::gen::inRange<std::uint64_t>(0, std::uint64_t{1} << 50) * line;
  const auto accesses = *rc::gen::container<std::vector<std::pair<std::uint64_t, bool>>>(
      rc::gen::pair(rc::gen::inRange<std::uint64_t>(0, 3 * size / line + 1), rc::gen::arbitrary<bool>()));
  for (const auto& [number, write] : accesses) {
    const std::uint64_t address = base + number * line;
    const CacheTags::Outcome outcome = cache.access(address, write), expected = textbook.access(address, write);
    RC_ASSERT(outcome.hit == expected.hit);
    RC_ASSERT(outcome.write_back == expected.write_back);
    if (outcome.write_back) RC_ASSERT(outcome.victim == expected.victim);
  }
}

TEST(CacheTags, aDirtyLineIsWrittenBackOnce) {
  CacheTags cache(64, 32, 1);  // two sets of a line
  EXPECT_FALSE(cache.access(0, true).hit);
  EXPECT_TRUE(cache.access(0, false).hit);
  const CacheTags::Outcome pushed_out = cache.access(64, false);
  EXPECT_TRUE(pushed_out.write_back);
  EXPECT_EQ(pushed_out.victim, 0u);
  EXPECT_FALSE(cache.access(0, false).write_back);
  EXPECT_FALSE(cache.access(32, true).write_back) << "the other set";
}

TEST(CacheTags, onlyPowersOfTwoFit) {
  EXPECT_TRUE(CacheTags::fits(192, 32, 3));
  EXPECT_FALSE(CacheTags::fits(192, 32, 2));
  EXPECT_FALSE(CacheTags::fits(192, 32, 1));
  EXPECT_FALSE(CacheTags::fits(96, 48, 1));
  EXPECT_FALSE(CacheTags::fits(0, 32, 1));
  EXPECT_FALSE(CacheTags::fits(64, 32, 0));
  EXPECT_THROW(CacheTags(100, 32, 1), std::invalid_argument);
}

}  // namespace
}  // namespace isochron
