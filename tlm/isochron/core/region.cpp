// SPDX-License-Identifier: Apache-2.0
#include <isochron/core/region.h>

#include <algorithm>

#include <isochron/core/error.h>

namespace isochron {

namespace {

/// Requests of an instant are few and nearly sorted.
template <class T>
void sort_by(T** items, std::size_t size, std::uint32_t (*key)(const T&)) {
  for (std::size_t i = 1; i < size; ++i) {
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
  for (Requests* const list : {&link_requests_, &requests_, &asking_}) list->items.push_back(nullptr);
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

inline void Region::let_ask(Requests& requests) {
  if (requests.size == 1) {
    requests.size = 0;
    Requester* const requester = requests.items[0];
    requester->noted_ = false;
    requester->ask(now_);
    give_answers();
    return;
  }
  std::swap(asking_, requests);
  Requester** const items = asking_.items.data();
  const std::size_t size = asking_.size;
  sort_by<Requester>(items, size, [](const Requester& requester) { return requester.order_; });
  for (std::size_t i = 0; i < size; ++i) {
    items[i]->noted_ = false;
    items[i]->ask(now_);
    give_answers();
  }
  asking_.size = 0;
}

inline void Region::settle() {
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
    sort_by<Update>(updating_.data(), updating_.size(), [](const Update& update) { return update.order_; });
    for (Update* const update : updating_) {
      update->noted_ = false;
      update->update(now_);
      give_answers();
    }
    updating_.clear();
  }
}

/// `first`: what pending_.first() has just found, which is due at `now`.
inline void Region::step(CompletionQueue::Item& first, Time now) {
  now_ = now;
  for (CompletionQueue::Item* item = &first;; item = pending_.first()) {
    ++events_;
    pending_.take(*item);
    static_cast<Activity*>(item)->complete(now);
    if (!pending_.another_at(now)) break;
  }
  settle();
}

void Region::give_all_answers() {
  // Each answer can lead to another one.
  for (std::size_t i = 0; i < answers_.size(); ++i) answers_[i]->give();
  answers_.clear();
}

void Region::advance(Time time) {
  if (settling_) return;  // a call from inside: the instant is being settled already
  kernel_ = kernel_now();
  annotated_ = end_of_time;
  settling_ = true;
  for (CompletionQueue::Item* next; (next = pending_.first()) != nullptr && next->time() <= time;)
    step(*next, next->time());
  if (now_ < time) now_ = time;
  settling_ = false;
}

Time Region::catch_up(Time now) {
  Time last = 0;
  for (Fold* const fold : folds_) last = std::max(last, fold->catch_up(now));
  return last;
}

std::size_t Region::busy_folds() const {
  return static_cast<std::size_t>(
      std::count_if(folds_.begin(), folds_.end(), [](const Fold* fold) { return fold->is_busy(); }));
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
    for (;;) {
      CompletionQueue::Item* const item = pending_.first();
      next = item == nullptr ? end_of_time : item->time();
      if (next >= bound_) break;
      step(*item, next);
    }
  }
  settling_ = false;
  if (next != end_of_time) wake_.notify_at(next);
}

}  // namespace isochron
