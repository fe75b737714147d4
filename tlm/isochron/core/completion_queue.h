// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include <isochron/core/time.h>

namespace isochron {

/// Pending completions of numbered resources, at most one each, ordered by (time, number). A calendar: the next 16.8 us
/// lie in a ring of buckets of 16.4 ns with a bit for each bucket that is not empty; later completions wait in a heap
/// until the ring has come up to them. Scheduling, moving and taking a completion cost a few instructions, whatever the
/// number pending.
class CompletionQueue {
 public:
  struct Entry {
    Time time;
    std::uint32_t id;
  };

  /// Makes room for resources 0 to n - 1; nothing is pending.
  void resize(std::uint32_t n) {
    nodes_.assign(n, {end_of_time, none});
    heads_.fill(none);
    occupied_.fill(0);
    far_.clear();
    first_bucket_ = 0;
    pending_ = 0;
  }

  bool empty() const { return pending_ == 0; }
  bool contains(std::uint32_t id) const { return nodes_[id].time != end_of_time; }

  /// Time of the next completion; `end_of_time` when none is pending.
  Time next_time() {
    if (pending_ == 0) return end_of_time;
    const std::uint32_t slot = find_first();
    return slot == none ? far_.front().time : nodes_[heads_[slot]].time;
  }

  /// Another completion is pending at `time`, that of the one taken last.
  bool another_at(Time time) {
    if (!far_.empty()) return next_time() == time;
    const std::uint32_t id = heads_[(time >> bucket_bits) % buckets];
    return id != none && nodes_[id].time == time;
  }

  /// Sets or moves the completion of `id`, not before the one taken last.
  void schedule(std::uint32_t id, Time time) {
    if (nodes_[id].time != end_of_time) remove(id);
    nodes_[id].time = time;
    ++pending_;
    const std::uint64_t bucket = time >> bucket_bits;
    if (bucket - first_bucket_ < buckets)
      insert(id, static_cast<std::uint32_t>(bucket % buckets));
    else
      push_far(id, time);
  }

  /// Removes the completion of `id`; none pending is fine.
  void cancel(std::uint32_t id) {
    if (nodes_[id].time == end_of_time) return;
    remove(id);
    nodes_[id].time = end_of_time;
  }

  /// Takes the next completion: the earliest, of equal ones that with the lowest number.
  Entry pop() {
    const std::uint32_t slot = find_first();
    const Entry entry = slot == none ? pop_far() : Entry{nodes_[heads_[slot]].time, heads_[slot]};
    if (slot != none) take_head(slot);
    nodes_[entry.id].time = end_of_time;
    --pending_;
    first_bucket_ = entry.time >> bucket_bits;
    return entry;
  }

 private:
  static constexpr unsigned bucket_bits = 14;
  static constexpr std::uint32_t buckets = 1024;
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  struct Node {
    Time time;           ///< end_of_time: not pending
    std::uint32_t next;  ///< in its bucket
  };

  bool before(std::uint32_t a, std::uint32_t b) const {
    return nodes_[a].time != nodes_[b].time ? nodes_[a].time < nodes_[b].time : a < b;
  }

  void insert(std::uint32_t id, std::uint32_t slot) {
    std::uint32_t* link = &heads_[slot];
    while (*link != none && before(*link, id)) link = &nodes_[*link].next;
    nodes_[id].next = *link;
    *link = id;
    occupied_[slot / 64] |= std::uint64_t{1} << (slot % 64);
  }

  void take_head(std::uint32_t slot) {
    heads_[slot] = nodes_[heads_[slot]].next;
    if (heads_[slot] == none) occupied_[slot / 64] &= ~(std::uint64_t{1} << (slot % 64));
  }

  /// Takes a pending completion out of its bucket; one in the heap only goes stale.
  void remove(std::uint32_t id) {
    --pending_;
    const std::uint64_t bucket = nodes_[id].time >> bucket_bits;
    if (bucket - first_bucket_ >= buckets) return;
    const std::uint32_t slot = static_cast<std::uint32_t>(bucket % buckets);
    std::uint32_t* link = &heads_[slot];
    while (*link != none && *link != id) link = &nodes_[*link].next;
    if (*link == none) return;  // the ring has come up to it, but it is still in the heap
    *link = nodes_[id].next;
    if (heads_[slot] == none) occupied_[slot / 64] &= ~(std::uint64_t{1} << (slot % 64));
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

  static bool later(const Entry& a, const Entry& b) { return a.time != b.time ? a.time > b.time : a.id > b.id; }

  void push_far(std::uint32_t id, Time time) {
    far_.push_back({time, id});
    std::push_heap(far_.begin(), far_.end(), later);
  }

  Entry pop_far() {
    const Entry entry = far_.front();
    std::pop_heap(far_.begin(), far_.end(), later);
    far_.pop_back();
    return entry;
  }

  /// Moves what has come within the ring's reach out of the heap, and drops what is stale at its top.
  void come_up_to_far() {
    while (!far_.empty()) {
      const Entry entry = far_.front();
      const std::uint64_t bucket = entry.time >> bucket_bits;
      const bool stale = nodes_[entry.id].time != entry.time || in_bucket(entry.id);
      if (!stale && bucket - first_bucket_ >= buckets) return;
      pop_far();
      if (!stale) insert(entry.id, static_cast<std::uint32_t>(bucket % buckets));
    }
  }

  bool in_bucket(std::uint32_t id) const {
    const std::uint64_t bucket = nodes_[id].time >> bucket_bits;
    if (bucket - first_bucket_ >= buckets) return false;
    std::uint32_t at = heads_[bucket % buckets];
    while (at != none && at != id) at = nodes_[at].next;
    return at == id;
  }

  std::uint64_t first_bucket_ = 0;  ///< of the completion taken last: none pending lies before it
  std::uint32_t pending_ = 0;
  std::array<std::uint64_t, buckets / 64> occupied_{};
  std::vector<Node> nodes_;
  std::array<std::uint32_t, buckets> heads_{};
  std::vector<Entry> far_;  ///< heap, with stale entries
};

}  // namespace isochron
