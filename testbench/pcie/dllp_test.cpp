// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/pcie/dllp_queue.h>
#include <isochron/pcie/replay_buffer.h>
#include <isochron/pcie/skip_schedule.h>

namespace isochron::testbench {
namespace {

ReceiveBuffers posted_and_requests() {
  ReceiveBuffers buffers;
  buffers[TlpType::posted] = {8, 1024};
  buffers[TlpType::non_posted] = {8, 0};
  return buffers;
}

TEST(DllpQueue, owesAnAckForEachPacket) {
  DllpQueue queue({true, 0, 0, 1}, {}, 1);
  EXPECT_EQ(queue.next_due(), end_of_time);
  queue.arrived(0, TlpType::posted, 280, 5);
  EXPECT_EQ(queue.next_due(), 5u);
  queue.arrived(0, TlpType::completion, 84, 7);  // the first is still there: one Ack for both
  EXPECT_EQ(queue.next_due(), 5u);
  EXPECT_EQ(queue.take().acknowledged, 364u);
  EXPECT_EQ(queue.next_due(), end_of_time);
}

TEST(DllpQueue, anAckWaitsForFurtherPackets) {
  DllpQueue queue({true, 100, 3, 1}, {}, 1);
  queue.arrived(0, TlpType::posted, 1, 10);
  EXPECT_EQ(queue.next_due(), 110u);
  queue.arrived(0, TlpType::posted, 1, 20);
  EXPECT_EQ(queue.next_due(), 110u) << "the first one decides";
  queue.arrived(0, TlpType::posted, 1, 30);
  EXPECT_EQ(queue.next_due(), 30u) << "three are enough";
  EXPECT_EQ(queue.take().acknowledged, 3u);
  queue.arrived(0, TlpType::posted, 1, 40);
  EXPECT_EQ(queue.next_due(), 140u);
}

TEST(DllpQueue, acksNothingWhereNobodyCares) {
  DllpQueue queue({false, 0, 0, 1}, {}, 1);
  queue.arrived(0, TlpType::posted, 280, 5);
  EXPECT_EQ(queue.next_due(), end_of_time);
}

TEST(DllpQueue, anUpdateWaitsForFurtherHeaders) {
  DllpQueue queue({false, 0, 0, 2}, posted_and_requests(), 1);
  for (Time at : {1, 2, 3, 4}) queue.arrived(0, TlpType::posted, 280, at);
  queue.released(0, TlpType::posted, {1, 16});
  queue.settle(10);
  EXPECT_EQ(queue.next_due(), end_of_time) << "one of two";
  queue.released(0, TlpType::posted, {1, 3});
  queue.settle(20);
  EXPECT_EQ(queue.next_due(), 20u);
  queue.released(0, TlpType::posted, {1, 4});  // goes with the one that has not gone
  queue.settle(30);
  EXPECT_EQ(queue.next_due(), 20u);
  const Dllp update = queue.take();
  EXPECT_FALSE(update.is_ack());
  EXPECT_EQ(update.type, TlpType::posted);
  EXPECT_EQ(update.credits, (Credits{3, 23}));
  queue.released(0, TlpType::posted, {1, 16});
  queue.settle(40);
  EXPECT_EQ(queue.next_due(), 40u) << "the buffer is empty: nobody else will come";
}

TEST(DllpQueue, theOrderWithinAnInstantDoesNotCount) {
  DllpQueue one({false, 0, 0, 2}, posted_and_requests(), 1);
  DllpQueue other({false, 0, 0, 2}, posted_and_requests(), 1);
  for (DllpQueue* queue : {&one, &other}) queue->arrived(0, TlpType::posted, 280, 1);
  one.released(0, TlpType::posted, {1, 16});
  one.arrived(0, TlpType::posted, 280, 5);
  other.arrived(0, TlpType::posted, 280, 5);
  other.released(0, TlpType::posted, {1, 16});
  one.settle(5);
  other.settle(5);
  EXPECT_EQ(one.next_due(), end_of_time);
  EXPECT_EQ(other.next_due(), end_of_time);
}

TEST(DllpQueue, ofOneTimeTheAckGoesFirst) {
  DllpQueue queue({true, 0, 0, 1}, posted_and_requests(), 2);
  queue.arrived(1, TlpType::non_posted, 24, 1);
  queue.arrived(0, TlpType::posted, 280, 1);
  EXPECT_TRUE(queue.take().is_ack());
  queue.arrived(0, TlpType::non_posted, 24, 5);
  queue.released(1, TlpType::non_posted, {1, 0});
  queue.released(0, TlpType::posted, {1, 16});
  queue.released(0, TlpType::non_posted, {1, 0});
  queue.settle(5);
  EXPECT_TRUE(queue.take().is_ack());
  EXPECT_EQ(queue.take().type, TlpType::posted);
  EXPECT_EQ(queue.take().type, TlpType::non_posted);
  EXPECT_EQ(queue.take().traffic_class, 1);
  EXPECT_EQ(queue.next_due(), end_of_time);
  EXPECT_FALSE(queue.limited(TlpType::completion));
}

TEST(ReplayBuffer, holdsWhatIsNotAcknowledged) {
  ReplayBuffer buffer(300);
  EXPECT_TRUE(buffer.has_room(300));
  EXPECT_FALSE(buffer.has_room(301));
  buffer.hold(280);
  EXPECT_TRUE(buffer.has_room(20));
  EXPECT_FALSE(buffer.has_room(21));
  buffer.acknowledge(280);
  EXPECT_EQ(buffer.held(), 0u);
  EXPECT_TRUE(ReplayBuffer(0).has_room(1 << 30));
}

/// Set by set.
Time caught_up_by_steps(Time& due, Time interval, Time length, Time free, Time now) {
  for (; std::max(free, due) <= now; due += interval) free = std::max(free, due) + length;
  return free;
}

RC_GTEST_PROP(SkipSchedule, goesSetBySet, ()) {
  const Time interval = *rc::gen::inRange<Time>(2, 50);
  const Time length = *rc::gen::inRange<Time>(1, interval);
  SkipSchedule skips(interval, length);
  Time due = interval;
  Time free = 0;
  Time by_steps = 0;
  Time now = 0;
  for (int i = 0; i < 30; ++i) {
    now += *rc::gen::oneOf(rc::gen::inRange<Time>(0, 3), rc::gen::inRange<Time>(0, 300));
    free = skips.catch_up(free, now);
    by_steps = caught_up_by_steps(due, interval, length, by_steps, now);
    RC_ASSERT(free == by_steps);
    if (free > now) continue;
    const Time packet = *rc::gen::inRange<Time>(0, 200);
    free = by_steps = now + packet;
  }
}

TEST(SkipSchedule, canBeOff) {
  SkipSchedule none;
  EXPECT_EQ(none.catch_up(7, 1'000'000), 7u);
}

}  // namespace
}  // namespace isochron::testbench
