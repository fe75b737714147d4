// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/block_deadlines.h>

#include <set>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace isochron {
namespace {

// 3.75 Mb/s: a byte takes 8 / 3.75 us = 2.1333... us. Byte 131,071 of a block asked for at 1 ms with 500 ms of buffer
// is due at 501 ms + 131071 x 8 / 3.75 us = 501 ms + 279,618.1333... us, rounded down to a picosecond.
TEST(BlockDeadlines, aByteIsDueAfterBufferAndPlayingTime) {
  BlockDeadlines clients(2, 3'750'000, 500 * millisecond);
  Tag tag;
  tag.stream = 1;
  tag.issued = millisecond;
  tag.offset = 131'071;
  const Time due = 501 * millisecond + 279'618'133'333;
  clients.arrives(tag, due);
  EXPECT_EQ(clients.late_messages(), 0u);
  clients.arrives(tag, due + 1);
  clients.arrives(tag, due + 1);
  EXPECT_EQ(clients.late_messages(), 2u);
  EXPECT_EQ(clients.with_underrun(), 1u);
  EXPECT_EQ(clients.count(), 2u);
  clients.clear();
  EXPECT_EQ(clients.late_messages(), 0u);
  EXPECT_EQ(clients.with_underrun(), 0u);
}

RC_GTEST_PROP(BlockDeadlines, countsStreamsAndMessagesThatComeLate, ()) {
  __extension__ typedef unsigned __int128 WideTime;
  const auto bits = *rc::gen::inRange<std::uint64_t>(1'000, 1'000'000'000);
  const Time buffer = *rc::gen::inRange<Time>(0, second);
  BlockDeadlines clients(8, bits, buffer);
  std::set<std::uint32_t> late_streams;
  std::uint64_t late = 0;
  for (int i = 0; i < 30; ++i) {
    Tag tag;
    tag.stream = *rc::gen::inRange<std::uint32_t>(0, 8);
    tag.issued = *rc::gen::inRange<Time>(0, 10 * second);
    tag.offset = *rc::gen::inRange<std::uint64_t>(0, 1 << 20);
    const Time due = tag.issued + buffer + static_cast<Time>(WideTime{tag.offset} * 8 * second / bits);
    const Time now = due + *rc::gen::inRange<Time>(0, 3);
    clients.arrives(tag, now);
    if (now > due) {
      late_streams.insert(tag.stream);
      ++late;
    }
  }
  RC_ASSERT(clients.late_messages() == late);
  RC_ASSERT(clients.with_underrun() == late_streams.size());
}

}  // namespace
}  // namespace isochron
