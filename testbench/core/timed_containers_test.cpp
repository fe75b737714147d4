// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/core/timed_queue.h>
#include <isochron/core/timed_ring.h>
#include <support/child_process.h>

namespace isochron {
namespace {

struct Push {
  Time at;  ///< when it is pushed
  Time due;
  int item;
};

/// Pushes at given times, takes whenever the container's event says so, and notes (time taken, item).
template <class Container>
class Player : public sc_core::sc_module {
 public:
  Player(const sc_core::sc_module_name& name, std::vector<Push> pushes) : sc_module(name), pushes_(std::move(pushes)) {
    SC_HAS_PROCESS(Player);
    SC_METHOD(push);
    SC_METHOD(take);
    sensitive << container_.event();
    dont_initialize();
  }
  std::string taken;

 private:
  void push() {
    while (next_ < pushes_.size() && pushes_[next_].at == kernel_now()) {
      container_.push(pushes_[next_].due, pushes_[next_].item);
      ++next_;
    }
    if (next_ < pushes_.size()) next_trigger(to_sc_time(pushes_[next_].at - kernel_now()));
  }
  void take() {
    int item = 0;
    while (container_.take(kernel_now(), item))
      taken += std::to_string(kernel_now()) + ":" + std::to_string(item) + " ";
  }

  Container container_{"due"};
  std::vector<Push> pushes_;
  std::size_t next_ = 0;
};

/// Small times, so that pushes and dues meet in one instant often.
std::vector<Push> random_pushes() {
  std::vector<Push> pushes;
  Time at = 0;
  const int count = *rc::gen::inRange(0, 60);
  for (int i = 0; i < count; ++i) {
    at += *rc::gen::inRange<Time>(0, 4);
    pushes.push_back({at, at + *rc::gen::inRange<Time>(0, 12), i});
  }
  return pushes;
}

std::string expected(std::vector<Push> pushes) {
  std::stable_sort(pushes.begin(), pushes.end(), [](const Push& a, const Push& b) { return a.due < b.due; });
  std::string text;
  for (const Push& push : pushes) text += std::to_string(push.due) + ":" + std::to_string(push.item) + " ";
  return text;
}

template <class Container>
std::string play(const std::vector<Push>& pushes) {
  return testbench::run_in_child([&] {
    Player<Container> player("player", pushes);
    sc_core::sc_start(1000, sc_core::SC_PS);
    return player.taken;
  });
}

// An item that falls due before those already waiting must re-arm the event; equal times keep the order of entry.
RC_GTEST_PROP(TimedQueue, givesEachItemAtItsTime, ()) {
  const std::vector<Push> pushes = random_pushes();
  RC_ASSERT(play<TimedQueue<int>>(pushes) == expected(pushes));
}

RC_GTEST_PROP(TimedRing, givesEachItemAtItsTime, ()) {
  std::vector<Push> pushes = random_pushes();
  for (std::size_t i = 1; i < pushes.size(); ++i) pushes[i].due = std::max(pushes[i].due, pushes[i - 1].due);
  RC_ASSERT(play<TimedRing<int>>(pushes) == expected(pushes));
}

}  // namespace
}  // namespace isochron
