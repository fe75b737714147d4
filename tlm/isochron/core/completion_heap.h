// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/core/time.h>

namespace isochron {

/// Pending completions of numbered resources, at most one each, ordered by (time, number): a 4-ary heap with positions,
/// so that a completion can be moved when contention changes. Four children share a cache line.
class CompletionHeap {
 public:
  struct Entry {
    Time time;
    std::uint32_t id;
  };

  /// Makes room for resources 0 to n - 1; nothing is pending.
  void resize(std::uint32_t n) {
    entries_.clear();
    entries_.reserve(n);
    position_.assign(n, absent);
  }

  bool empty() const { return entries_.empty(); }
  const Entry& top() const { return entries_.front(); }
  bool contains(std::uint32_t id) const { return position_[id] != absent; }

  /// Sets or moves the completion of `id`.
  void schedule(std::uint32_t id, Time time) {
    std::uint32_t at = position_[id];
    if (at == absent) {
      at = static_cast<std::uint32_t>(entries_.size());
      entries_.push_back({time, id});
      sift_up(at, {time, id});
    } else if (time < entries_[at].time) {
      sift_up(at, {time, id});
    } else {
      sift_down(at, {time, id});
    }
  }

  /// Removes the completion of `id`; none pending is fine.
  void cancel(std::uint32_t id) {
    const std::uint32_t at = position_[id];
    if (at == absent) return;
    position_[id] = absent;
    const Entry last = entries_.back();
    entries_.pop_back();
    if (at == entries_.size()) return;
    if (at > 0 && before(last, entries_[parent(at)]))
      sift_up(at, last);
    else
      sift_down(at, last);
  }

  std::uint32_t pop() {
    const std::uint32_t id = entries_.front().id;
    position_[id] = absent;
    const Entry last = entries_.back();
    entries_.pop_back();
    if (!entries_.empty()) sift_down(0, last);
    return id;
  }

 private:
  static constexpr std::uint32_t absent = ~std::uint32_t{0};

  static bool before(const Entry& a, const Entry& b) { return a.time != b.time ? a.time < b.time : a.id < b.id; }
  static std::uint32_t parent(std::uint32_t at) { return (at - 1) / 4; }

  void put(std::uint32_t at, const Entry& entry) {
    entries_[at] = entry;
    position_[entry.id] = at;
  }

  void sift_up(std::uint32_t at, const Entry entry) {
    while (at > 0 && before(entry, entries_[parent(at)])) {
      put(at, entries_[parent(at)]);
      at = parent(at);
    }
    put(at, entry);
  }

  void sift_down(std::uint32_t at, const Entry entry) {
    const std::uint32_t size = static_cast<std::uint32_t>(entries_.size());
    for (;;) {
      const std::uint32_t first = 4 * at + 1;
      if (first >= size) break;
      std::uint32_t best = first;
      const std::uint32_t end = first + 4 < size ? first + 4 : size;
      for (std::uint32_t child = first + 1; child < end; ++child)
        if (before(entries_[child], entries_[best])) best = child;
      if (!before(entries_[best], entry)) break;
      put(at, entries_[best]);
      at = best;
    }
    put(at, entry);
  }

  std::vector<Entry> entries_;
  std::vector<std::uint32_t> position_;
};

}  // namespace isochron
