// SPDX-License-Identifier: Apache-2.0
// Ordering of packets against the table of the specification, over all queues of up to six packets.
#include <vector>

#include <gtest/gtest.h>

#include <isochron/pcie/ordering_queue.h>
#include <isochron/protocol/message_pool.h>

namespace isochron::testbench {
namespace {

/// "Ordering Rules Summary": whether the packet of a row may pass that of a column that came before it.
bool may_pass(TlpType row, TlpType column, bool relaxed) {
  constexpr bool table[tlp_types][tlp_types] = {
      //               posted non-posted completion
      /* posted */ {false, true, true},
      /* non-posted */ {false, false, true},
      /* completion */ {false, true, false},
  };
  if (relaxed && row == TlpType::completion && column == TlpType::posted) return true;
  return table[index_of(row)][index_of(column)];
}

struct Waiting {
  TlpType type;
  Payload* packet;
};

/// Position of the packet that goes next, or -1: the first that has credits and may pass all that are before it.
int next_by_table(const std::vector<Waiting>& queue, unsigned credits, OrderingRules rules) {
  for (std::size_t i = 0; i < queue.size(); ++i) {
    bool goes = (credits >> index_of(queue[i].type) & 1) != 0;
    for (std::size_t before = 0; before < i; ++before)
      goes = goes && rules != OrderingRules::fifo &&
             may_pass(queue[i].type, queue[before].type, rules == OrderingRules::relaxed);
    if (goes) return static_cast<int>(i);
  }
  return -1;
}

/// Lets the queue of `types` run empty. In each state what goes next is asked for all eight combinations of credits;
/// then it goes by those that `draw` has for the step.
void run(const std::vector<TlpType>& types, unsigned draw, OrderingRules rules, std::vector<Message*>& messages) {
  OrderingQueue queue(rules);
  std::vector<Waiting> waiting;
  for (std::size_t i = 0; i < types.size(); ++i) {
    queue.push(*messages[i], types[i]);
    waiting.push_back({types[i], messages[i]});
  }
  TlpType type{};
  const auto goes = [&](unsigned credits) {
    return queue.next([&](const Payload&, TlpType one) { return (credits >> index_of(one) & 1) != 0; }, type);
  };
  for (unsigned step = 0; !waiting.empty(); ++step) {
    for (unsigned credits = 0; credits < 8; ++credits) {
      const int expected = next_by_table(waiting, credits, rules);
      ASSERT_EQ(goes(credits), expected >= 0);
      if (expected >= 0) {
        ASSERT_EQ(queue.head(type), waiting[static_cast<std::size_t>(expected)].packet);
      }
    }
    const unsigned drawn = draw >> 3 * (step % 2) & 7;
    const unsigned credits = next_by_table(waiting, drawn, rules) >= 0 ? drawn : 7;
    ASSERT_TRUE(goes(credits)) << "with all credits something always goes";
    const int next = next_by_table(waiting, credits, rules);
    ASSERT_EQ(&queue.pop(type), waiting[static_cast<std::size_t>(next)].packet);
    waiting.erase(waiting.begin() + next);
    ASSERT_EQ(queue.size(), waiting.size());
  }
  ASSERT_TRUE(queue.empty());
}

TEST(Ordering, followsTheTableForEveryQueueOfUpToSixPackets) {
  MessagePool pool(1);
  std::vector<Message*> messages;
  for (int i = 0; i < 6; ++i) messages.push_back(&pool.allocate(0, 1));
  for (const OrderingRules rules : {OrderingRules::pcie, OrderingRules::relaxed, OrderingRules::fifo})
    for (std::size_t length = 1, number = 3; length <= 6; ++length, number *= 3)
      for (std::size_t which = 0; which < number; ++which) {
        std::vector<TlpType> types;
        for (std::size_t i = 0, rest = which; i < length; ++i, rest /= 3) types.push_back(all_tlp_types[rest % 3]);
        // Credits of even and of odd steps.
        for (unsigned draw = 0; draw < 64; ++draw) {
          run(types, draw, rules, messages);
          if (HasFatalFailure()) return;
        }
      }
  for (Message* const message : messages) message->release();
}

/// One step of every state: a queue that has run for a while is as one that was filled so.
TEST(Ordering, numbersOfArrivalsDoNotWearOut) {
  MessagePool pool(1);
  Message& message = pool.allocate(0, 1);
  OrderingQueue queue;
  const auto all = [](const Payload&, TlpType) { return true; };
  for (int i = 0; i < 1000; ++i) {
    queue.push(message, TlpType::non_posted);
    queue.push(message, TlpType::posted);
    TlpType type{};
    ASSERT_TRUE(queue.next(all, type));
    ASSERT_EQ(type, TlpType::non_posted);
    queue.pop(type);
    ASSERT_TRUE(queue.next(all, type));
    ASSERT_EQ(type, TlpType::posted);
    queue.pop(type);
  }
  EXPECT_TRUE(queue.empty());
  message.release();
}

}  // namespace
}  // namespace isochron::testbench
