// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include <isochron/core/time.h>

namespace isochron {

/// Pending completions, ordered by (time, number). A calendar: the next 16.8 us lie in a ring of buckets of 16.4 ns
/// with a bit for each bucket that is not empty; later completions wait in a heap until the ring has come up to them.
/// Scheduling, moving and taking a completion cost a few instructions, whatever the number pending. The links are in
/// the completions themselves, beside what their owner touches anyway.
class CompletionQueue {
 public:
  /// What can be pending, at most once. Must outlive the queue or be cancelled.
  class Item {
   public:
    bool pending() const { return time_ != end_of_time; }
    /// When it completes; end_of_time: it is not pending.
    Time time() const { return time_; }
    std::uint32_t number() const { return number_; }
    /// Of completions of equal time that with the lowest number comes first. Not while pending.
    void number(std::uint32_t number) { number_ = number; }

   private:
    friend class CompletionQueue;
    Time time_ = end_of_time;  ///< end_of_time: not pending
    Item* next_ = nullptr;     ///< in its bucket
    std::uint32_t number_ = 0;
  };

  struct Entry {
    Time time;
    Item* item;
  };

  bool empty() const { return pending_ == 0; }
  std::size_t size() const { return pending_; }

  /// Time of the next completion; `end_of_time` when none is pending.
  Time next_time() {
    const Item* const item = first();
    return item == nullptr ? end_of_time : item->time_;
  }

  /// Another completion is pending at `time`, that of the one taken last.
  bool another_at(Time time) {
    if (!far_.empty()) return next_time() == time;
    const Item* const item = heads_[(time >> bucket_bits) % buckets];
    return item != nullptr && item->time_ == time;
  }

  /// Sets or moves the completion of `item`, not before the one taken last.
  void schedule(Item& item, Time time) {
    if (item.pending()) remove(item);
    item.time_ = time;
    ++pending_;
    const std::uint64_t bucket = time >> bucket_bits;
    if (bucket - first_bucket_ < buckets)
      insert(item, static_cast<std::uint32_t>(bucket % buckets));
    else
      push_far(item);
  }

  /// Removes the completion of `item`; none pending is fine.
  void cancel(Item& item) {
    if (!item.pending()) return;
    remove(item);
    item.time_ = end_of_time;
  }

  /// Finds the next completion: the earliest, of equal ones that with the lowest number. nullptr: none is pending.
  Item* first() {
    if (pending_ == 0) return nullptr;
    found_ = find_first();
    return found_ == none ? far_.front().item : heads_[found_];
  }
  /// Takes the completion that first() has just found.
  void take(Item& item) {
    if (found_ == none)
      pop_far();
    else
      unlink(&heads_[found_], found_);
    first_bucket_ = item.time_ >> bucket_bits;
    item.time_ = end_of_time;
    --pending_;
  }
  /// first() and take(). One must be pending.
  Entry pop() {
    Item* const item = first();
    const Entry entry{item->time_, item};
    take(*item);
    return entry;
  }

 private:
  static constexpr unsigned bucket_bits = 14;
  static constexpr std::uint32_t buckets = 1024;
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  static bool before(const Item& a, const Item& b) {
    return a.time_ != b.time_ ? a.time_ < b.time_ : a.number_ < b.number_;
  }

  void insert(Item& item, std::uint32_t slot) {
    Item** link = &heads_[slot];
    while (*link != nullptr && before(**link, item)) link = &(*link)->next_;
    item.next_ = *link;
    *link = &item;
    occupied_[slot / 64] |= std::uint64_t{1} << (slot % 64);
  }

  void unlink(Item** link, std::uint32_t slot) {
    *link = (*link)->next_;
    if (heads_[slot] == nullptr) occupied_[slot / 64] &= ~(std::uint64_t{1} << (slot % 64));
  }

  /// Takes a pending completion out of its bucket; one in the heap only goes stale.
  void remove(Item& item) {
    --pending_;
    const std::uint64_t bucket = item.time_ >> bucket_bits;
    if (bucket - first_bucket_ >= buckets) return;
    const std::uint32_t slot = static_cast<std::uint32_t>(bucket % buckets);
    Item** link = &heads_[slot];
    while (*link != nullptr && *link != &item) link = &(*link)->next_;
    if (*link != nullptr) unlink(link, slot);  // else the ring has come up to it, but it is still in the heap
  }

  /// The first bucket that is not empty; `none` when everything pending is in the heap (the ring stays where it is:
  /// somebody may still schedule an earlier completion).
  std::uint32_t find_first() {
    if (!far_.empty()) come_up_to_far();
    const std::uint32_t start = static_cast<std::uint32_t>(first_bucket_ % buckets);
    std::uint32_t word = start / 64;
    std::uint64_t bits = occupied_[word] & (~std::uint64_t{0} << (start % 64));
    for (unsigned tried = 0; bits == 0; ++tried) {
      if (tried == buckets / 64) return none;
      word = (word + 1) % (buckets / 64);
      bits = occupied_[word];
    }
    return word * 64 + static_cast<std::uint32_t>(__builtin_ctzll(bits));
  }

  static bool later(const Entry& a, const Entry& b) {
    return a.time != b.time ? a.time > b.time : a.item->number_ > b.item->number_;
  }

  // Far completions are rare: their code, not inlined, would cost the others registers.
  __attribute__((noinline)) void push_far(Item& item) {
    far_.push_back({item.time_, &item});
    std::push_heap(far_.begin(), far_.end(), later);
  }

  __attribute__((noinline)) Entry pop_far() {
    const Entry entry = far_.front();
    std::pop_heap(far_.begin(), far_.end(), later);
    far_.pop_back();
    return entry;
  }

  /// Moves what has come within the ring's reach out of the heap, and drops what is stale at its top.
  __attribute__((noinline)) void come_up_to_far() {
    while (!far_.empty()) {
      const Entry entry = far_.front();
      const std::uint64_t bucket = entry.time >> bucket_bits;
      const bool stale = entry.item->time_ != entry.time || in_bucket(*entry.item);
      if (!stale && bucket - first_bucket_ >= buckets) return;
      pop_far();
      if (!stale) insert(*entry.item, static_cast<std::uint32_t>(bucket % buckets));
    }
  }

  bool in_bucket(const Item& item) const {
    const std::uint64_t bucket = item.time_ >> bucket_bits;
    if (bucket - first_bucket_ >= buckets) return false;
    const Item* at = heads_[bucket % buckets];
    while (at != nullptr && at != &item) at = at->next_;
    return at == &item;
  }

  std::uint64_t first_bucket_ = 0;  ///< of the completion taken last: none pending lies before it
  std::uint32_t pending_ = 0;
  std::uint32_t found_ = none;  ///< by first()
  std::array<std::uint64_t, buckets / 64> occupied_{};
  std::array<Item*, buckets> heads_{};
  std::vector<Entry> far_;  ///< heap, with stale entries
};

}  // namespace isochron
