// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/core/time.h>

namespace isochron {

/// When viewers of streams missed what they should have seen. What one of them misses within a second after something
/// else is the same glitch: it was disturbed once.
class Glitches {
 public:
  static constexpr Time apart = second;

  explicit Glitches(std::uint64_t streams) : last_(streams) {}

  /// The viewer of a stream misses what was to be played from `from` to `to` > `from`.
  void add(std::uint32_t stream, Time from, Time to);
  void clear();

  std::uint64_t count() const;
  Time longest() const;
  /// When the first began, and the last ended; 0: there was none.
  Time first() const;
  Time last() const;
  /// The most viewers in a glitch at a time.
  std::uint64_t most_at_once() const;

 private:
  struct Glitch {
    Time from = 0;
    Time to = 0;  ///< 0: there is none
  };
  template <class Take>
  void for_each(Take&& take) const;

  std::vector<Glitch> last_;  ///< by stream
  std::vector<Glitch> over_;
};

}  // namespace isochron
