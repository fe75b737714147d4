// SPDX-License-Identifier: Apache-2.0
// The buffers of a stream that is played, against one who looks at every byte of every packet.
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <set>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/software/voyager/playback.h>

namespace isochron {
namespace {

/// Knows all blocks that ever came.
class ByteByByte {
 public:
  ByteByByte(std::uint64_t block, std::uint64_t packet, std::uint64_t buffers)
      : block_(block), packet_(packet), buffers_(buffers) {}

  std::optional<std::uint64_t> ask(std::uint64_t expected) {
    const std::set<std::uint64_t> held = holding();
    if (held.size() == buffers_) return std::nullopt;
    std::uint64_t block = asked_.empty() ? 0 : *asked_.rbegin() + 1;
    const auto is_past = [&](std::uint64_t byte) { return byte < past_ || byte < expected; };
    if (is_past(block * block_ + block_ - 1))
      for (; is_past(block * block_); ++block) ++left_out;
    asked_.insert(block);
    return block;
  }
  bool come(std::uint64_t block) {
    came_.insert(block);
    return past_ <= block * block_;
  }
  bool take() {
    bool there = true;
    for (std::uint64_t byte = past_; byte < past_ + packet_; ++byte) there = there && came_.count(byte / block_) == 1;
    past_ += packet_;
    return there;
  }
  std::vector<std::uint64_t> under_way() const {
    std::vector<std::uint64_t> blocks;
    std::set_difference(asked_.begin(), asked_.end(), came_.begin(), came_.end(), std::back_inserter(blocks));
    return blocks;
  }

  std::uint64_t left_out = 0;

 private:
  /// Blocks that have a buffer: on their way, or there with bytes that are not past.
  std::set<std::uint64_t> holding() const {
    std::set<std::uint64_t> held;
    for (const std::uint64_t block : asked_)
      if (came_.count(block) == 0 || (block + 1) * block_ > past_) held.insert(block);
    return held;
  }

  std::uint64_t block_;
  std::uint64_t packet_;
  std::uint64_t buffers_;
  std::uint64_t past_ = 0;
  std::set<std::uint64_t> asked_;
  std::set<std::uint64_t> came_;
};

RC_GTEST_PROP(Playback, agreesByteByByte, ()) {
  const auto block = *rc::gen::inRange<std::uint64_t>(1, 20);
  const auto packet = *rc::gen::inRange<std::uint64_t>(1, block + 1);
  const auto buffers = *rc::gen::inRange<std::uint64_t>(2, 6);
  const auto haste = *rc::gen::inRange(1, 6);
  Playback playback(block, packet, buffers);
  ByteByByte expected(block, packet, buffers);
  const auto steps = *rc::gen::inRange(0, 200);
  std::uint64_t past = 0;
  for (int i = 0; i < steps; ++i) {
    const std::uint64_t then = *rc::gen::element<std::uint64_t>(0, 0, past + block, past + 3 * block + 1);
    for (;;) {
      const auto asked = playback.ask(then);
      RC_ASSERT(asked == expected.ask(then));
      if (!asked) break;
    }
    RC_ASSERT(playback.left_out() == expected.left_out);
    const std::vector<std::uint64_t> under_way = expected.under_way();
    RC_ASSERT(playback.under_way() == under_way.size());
    if (!under_way.empty() && *rc::gen::inRange(0, haste) == 0) {
      const std::uint64_t coming = *rc::gen::elementOf(under_way);
      RC_ASSERT(playback.come(coming) == expected.come(coming));
      RC_ASSERT_THROWS_AS(playback.come(coming), std::logic_error);
    } else {
      RC_ASSERT(playback.take() == expected.take());
      past += packet;
    }
  }
}

// Blocks of 10 B, packets of 4 B: the third lies in two.
TEST(PlaybackBuffers, aPacketNeedsAllItsBlocks) {
  Playback playback(10, 4, 2);
  EXPECT_EQ(playback.ask(0), 0u);
  EXPECT_EQ(playback.ask(0), 1u);
  EXPECT_EQ(playback.ask(0), std::nullopt);
  EXPECT_TRUE(playback.come(0));
  EXPECT_TRUE(playback.take());
  EXPECT_TRUE(playback.take());
  EXPECT_EQ(playback.ask(0), std::nullopt);
  EXPECT_FALSE(playback.take());
  EXPECT_EQ(playback.ask(0), 2u);  // block 0 is past
  EXPECT_FALSE(playback.come(1));
  EXPECT_TRUE(playback.take());
}

// All of blocks 0 and 1 are past before either comes: their buffers are free then, and go on at block 3. Where 55 B are
// past when a block is expected, 4 would come in vain, and 5 has begun: 6 is asked for.
TEST(PlaybackBuffers, aStreamThatIsBehindLeavesBlocksOut) {
  Playback playback(10, 10, 2);
  playback.ask(0);
  playback.ask(0);
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(playback.take());
  EXPECT_FALSE(playback.come(1));
  EXPECT_EQ(playback.ask(0), 3u);
  EXPECT_EQ(playback.left_out(), 1u);
  EXPECT_FALSE(playback.come(0));
  EXPECT_EQ(playback.ask(55), 6u);
  EXPECT_EQ(playback.left_out(), 3u);
  EXPECT_TRUE(playback.come(3));
  EXPECT_TRUE(playback.take());
  EXPECT_EQ(playback.ask(79), 7u);  // a byte of it is of use
}

TEST(PlaybackBuffers, refuseWhatNobodyAskedFor) {
  Playback playback(10, 10, 2);
  EXPECT_THROW(playback.come(0), std::logic_error);
  playback.ask(0);
  EXPECT_THROW(playback.come(1), std::logic_error);
}

}  // namespace
}  // namespace isochron
