// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace isochron {

/// Numbers by 64-bit keys: an open hash table with linear probing. Removal moves later keys up, so that a long run with
/// many removals stays as fast as its beginning. It grows when it is half full and never shrinks.
class KeyIndex {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  /// With room for `expected` keys before it grows.
  explicit KeyIndex(std::size_t expected = 0) {
    std::size_t slots = least_slots;
    while (slots < expected * 2) slots *= 2;
    slots_.resize(slots);
  }

  std::size_t size() const { return size_; }

  /// The number of `key`; none: it is not there.
  std::uint32_t find(std::uint64_t key) const {
    for (std::size_t at = home(key);; at = next(at)) {
      const Slot& slot = slots_[at];
      if (slot.number == none || slot.key == key) return slot.number;
    }
  }

  /// `key` is not there yet; `number` is not none.
  void insert(std::uint64_t key, std::uint32_t number) {
    assert(number != none && find(key) == none);
    if ((size_ + 1) * 2 > slots_.size()) grow();
    put(key, number);
    ++size_;
  }

  /// `key` is there.
  void erase(std::uint64_t key) {
    std::size_t hole = home(key);
    while (slots_[hole].key != key || slots_[hole].number == none) hole = next(hole);
    --size_;
    for (std::size_t at = next(hole); slots_[at].number != none; at = next(at)) {
      // A key that is reached through the hole moves into it.
      const std::size_t from_home = (at - home(slots_[at].key)) & (slots_.size() - 1);
      const std::size_t from_hole = (at - hole) & (slots_.size() - 1);
      if (from_home < from_hole) continue;
      slots_[hole] = slots_[at];
      hole = at;
    }
    slots_[hole].number = none;
  }

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t number = none;  ///< none: the slot is free
  };
  static constexpr std::size_t least_slots = 16;

  std::size_t home(std::uint64_t key) const {
    // Fibonacci hashing: the middle bits of the product depend on all lower bits of the key.
    const std::uint64_t product = key * 0x9e3779b97f4a7c15u;
    return static_cast<std::size_t>(product ^ (product >> 32)) & (slots_.size() - 1);
  }
  std::size_t next(std::size_t at) const { return (at + 1) & (slots_.size() - 1); }

  void put(std::uint64_t key, std::uint32_t number) {
    std::size_t at = home(key);
    while (slots_[at].number != none) at = next(at);
    slots_[at] = {key, number};
  }
  void grow() {
    std::vector<Slot> before(slots_.size() * 2);
    before.swap(slots_);
    for (const Slot& slot : before)
      if (slot.number != none) put(slot.key, slot.number);
  }

  std::vector<Slot> slots_;
  std::size_t size_ = 0;
};

}  // namespace isochron
