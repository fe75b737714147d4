// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace isochron {

/// The tags and dirty bits of a write-allocate, write-back cache: which line is there, which one a miss pushes out. No
/// data, no time, no SystemC. Within a set the line used longest ago is pushed out.
class CacheTags {
 public:
  /// What an access does.
  struct Outcome {
    bool hit;
    bool write_back;       ///< the line pushed out was dirty ...
    std::uint64_t victim;  ///< ... and this is its address; else undefined
  };

  /// `size` bytes of lines of `line` >= 2 bytes, `ways` of them a set. Line and number of sets are powers of two.
  CacheTags(std::uint64_t size, std::uint64_t line, std::uint64_t ways);
  /// Such a cache can be: else the constructor throws std::invalid_argument.
  static bool fits(std::uint64_t size, std::uint64_t line, std::uint64_t ways);

  std::uint64_t line() const { return line_; }
  std::uint64_t size() const { return line_ * entries_.size(); }

  /// Reads or writes within the line that begins at `address`, a multiple of line(). Its line is there afterwards.
  Outcome access(std::uint64_t address, bool write) {
    const std::uint64_t number = address / line_;
    std::uint64_t* const set = &entries_[(number & set_mask_) * ways_];
    const std::uint64_t tag = number << 1;
    // A set's lines stand in the order of their last use. The wanted one, or else the last, makes room at the front.
    std::uint64_t at = 0;
    while (at + 1 < ways_ && (set[at] & ~dirty) != tag) ++at;
    const std::uint64_t found = set[at];
    for (; at > 0; --at) set[at] = set[at - 1];
    const bool hit = (found & ~dirty) == tag;
    set[0] = tag | (hit ? found & dirty : 0) | (write ? dirty : 0);
    return {hit, !hit && (found & dirty) != 0, (found >> 1) * line_};
  }

 private:
  static constexpr std::uint64_t dirty = 1;
  static constexpr std::uint64_t empty = ~dirty;  ///< a line number that no address has

  std::uint64_t line_;
  std::uint64_t ways_;
  std::uint64_t set_mask_;
  std::vector<std::uint64_t> entries_;  ///< set by set: line number x 2 + dirty
};

}  // namespace isochron
