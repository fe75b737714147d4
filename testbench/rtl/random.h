// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace isochron::rtl {

/// SplitMix64: the same numbers on every machine and library for the same seed.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() { return mix(state_ += 0x9e3779b97f4a7c15u); }

  /// Uniform in 0 .. `limit` - 1; 0 for a limit of 0.
  std::uint64_t below(std::uint64_t limit) { return limit ? next() % limit : 0; }

  /// Uniform in `first` .. `last`, both included.
  std::int64_t between(std::int64_t first, std::int64_t last) {
    return first + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(last - first) + 1));
  }

  /// True with probability `percent` / 100.
  bool chance(unsigned percent) { return percent && next() % 100 < percent; }

  static std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

 private:
  std::uint64_t state_;
};

}  // namespace isochron::rtl
