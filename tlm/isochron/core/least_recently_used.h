// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <isochron/core/key_index.h>

namespace isochron {

/// A limited number of 64-bit keys, of which the one that was used longest ago makes room for a new one. Each call
/// takes constant time, however many keys there are; none allocates.
///
/// CacheTags has the tags of a set-associative cache in a few words each; it looks through a whole set.
class LeastRecentlyUsed {
 public:
  /// Room for `keys` keys, 1 to 2^31.
  explicit LeastRecentlyUsed(std::uint32_t keys) : index_(keys), entries_(keys) {}

  std::uint32_t size() const { return used_; }

  /// Whether `key` is there. It is the last one used then.
  bool use(std::uint64_t key) {
    const std::uint32_t entry = index_.find(key);
    if (entry == KeyIndex::none) return false;
    if (entry == newest_) return true;
    unlink(entry);
    link(entry);
    return true;
  }

  /// Adds `key`, which is not there, as the last one used. Returns the key that made room for it; nullopt: there was
  /// room.
  std::optional<std::uint64_t> add(std::uint64_t key) {
    std::optional<std::uint64_t> removed;
    std::uint32_t entry = used_;
    if (used_ < entries_.size()) {
      ++used_;
    } else {
      entry = oldest_;
      removed = entries_[entry].key;
      index_.erase(*removed);
      unlink(entry);
    }
    entries_[entry].key = key;
    index_.insert(key, entry);
    link(entry);
    return removed;
  }

 private:
  static constexpr std::uint32_t none = KeyIndex::none;

  struct Entry {
    std::uint64_t key = 0;
    std::uint32_t newer = none;
    std::uint32_t older = none;
  };

  void unlink(std::uint32_t entry) {
    const Entry& one = entries_[entry];
    (one.newer == none ? newest_ : entries_[one.newer].older) = one.older;
    (one.older == none ? oldest_ : entries_[one.older].newer) = one.newer;
  }
  void link(std::uint32_t entry) {
    entries_[entry].newer = none;
    entries_[entry].older = newest_;
    (newest_ == none ? oldest_ : entries_[newest_].newer) = entry;
    newest_ = entry;
  }

  KeyIndex index_;
  std::vector<Entry> entries_;
  std::uint32_t used_ = 0;
  std::uint32_t newest_ = none;
  std::uint32_t oldest_ = none;
};

}  // namespace isochron
