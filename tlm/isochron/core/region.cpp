// SPDX-License-Identifier: Apache-2.0
#include <isochron/core/region.h>

#include <algorithm>

#include <isochron/core/error.h>

namespace isochron {

namespace {

/// Requests of an instant are few and nearly sorted.
template <class T>
void sort_by(std::vector<T*>& items, std::uint32_t (*key)(const T&)) {
  for (std::size_t i = 1; i < items.size(); ++i) {
    T* const item = items[i];
    std::size_t at = i;
    for (; at > 0 && key(*items[at - 1]) > key(*item); --at) items[at] = items[at - 1];
    items[at] = item;
  }
}

}  // namespace

Region::Region(const sc_core::sc_module_name& name) : sc_module(name) {
  if (sc_core::sc_get_time_resolution() != sc_core::sc_time(1, sc_core::SC_PS))
    throw ModelError("the SystemC time resolution is not 1 ps: Isochron counts time in whole picoseconds");
  join(calls_, Rank::timer);
  SC_HAS_PROCESS(Region);
  SC_METHOD(run);
  sensitive << wake_.event();
  dont_initialize();
}

void Region::join(Activity& activity, Rank rank) {
  activities_[static_cast<std::size_t>(rank)].push_back(&activity);
}

void Region::join(Requester& requester, Rank rank) {
  requester.order_ = static_cast<std::uint32_t>(rank) << rank_shift | joined_[static_cast<std::size_t>(rank)]++;
}

void Region::join(Update& update) {
  update.order_ = updates_joined_++;
}

void Region::start_of_simulation() {
  // Numbers in canonical order, so that the queue's tie-break is the canonical order too.
  std::uint32_t number = 0;
  for (std::vector<Activity*>& of_rank : activities_) {
    for (Activity* const activity : of_rank) activity->number(number++);
    of_rank = {};
  }
  started_ = true;
}

void Region::call_at(Time time, std::function<void()> function) {
  calls_.calls.emplace(time, std::move(function));
  schedule(calls_, calls_.calls.begin()->first);
}

void Region::Calls::complete(Time now) {
  while (!calls.empty() && calls.begin()->first <= now) {
    const std::function<void()> function = std::move(calls.begin()->second);
    calls.erase(calls.begin());
    function();
  }
  if (!calls.empty()) region_.schedule(*this, calls.begin()->first);
}

void Region::wake() {
  if (started_) wake_.notify_next_delta();
}

Time Region::next_kernel_activity() const {
  if (!sc_core::sc_pending_activity()) return end_of_time;
  return kernel_now() + sc_core::sc_time_to_pending_activity().value();
}

void Region::annotate() {
  annotated_ = now_;
  annotation_ = to_sc_time(now_ - kernel_);
}

void Region::step(Time now) {
  now_ = now;
  do {
    ++events_;
    static_cast<Activity*>(pending_.pop().item)->complete(now);
  } while (pending_.another_at(now));
  settle();
}

void Region::let_ask(std::vector<Requester*>& requests) {
  if (requests.size() == 1) {
    Requester* const requester = requests.back();
    requests.pop_back();
    requester->noted_ = false;
    requester->ask(now_);
    give_answers();
    return;
  }
  asking_.swap(requests);
  sort_by<Requester>(asking_, [](const Requester& requester) { return requester.order_; });
  for (Requester* const requester : asking_) {
    requester->noted_ = false;
    requester->ask(now_);
    give_answers();
  }
  asking_.clear();
}

void Region::give_answers() {
  // Whoever gets one may ask for another.
  for (std::size_t i = 0; i < answers_.size(); ++i) answers_[i]->give();
  answers_.clear();
}

void Region::settle() {
  give_answers();
  for (;;) {
    // Links and buses have lists of their own, so that the processor can tell their calls apart.
    if (!link_requests_.empty()) {
      let_ask(link_requests_);
      continue;
    }
    if (!requests_.empty()) {
      let_ask(requests_);
      continue;
    }
    if (updates_.empty()) return;
    updating_.swap(updates_);
    sort_by<Update>(updating_, [](const Update& update) { return update.order_; });
    for (Update* const update : updating_) {
      update->noted_ = false;
      update->update(now_);
      give_answers();
    }
    updating_.clear();
  }
}

void Region::advance(Time time) {
  if (settling_) return;  // a call from inside: the instant is being settled already
  kernel_ = kernel_now();
  annotated_ = end_of_time;
  settling_ = true;
  for (Time next = pending_.next_time(); next <= time && next != end_of_time; next = pending_.next_time()) step(next);
  if (now_ < time) now_ = time;
  settling_ = false;
}

void Region::run() {
  // Processes that the kernel runs later in this instant may still make requests: once they have, all are settled
  // together.
  if (!postponed_ && sc_core::sc_pending_activity_at_current_time()) {
    postponed_ = true;
    wake_.notify_next_delta();
    return;
  }
  postponed_ = false;
  advance(kernel_now());
  settling_ = true;
  settle();
  Time next = pending_.next_time();
  while (run_ahead_ && next != end_of_time) {
    bound_ = std::min(next_kernel_activity(), horizon_);
    if (next >= bound_) break;
    while (next < bound_) {
      step(next);
      next = pending_.next_time();
    }
  }
  settling_ = false;
  if (next != end_of_time) wake_.notify_at(next);
}

}  // namespace isochron
