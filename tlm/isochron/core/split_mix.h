// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace isochron {

/// Mixes 64 bits so that any change of the input changes half of the output.
/// Source: Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014 (finaliser of SplitMix64).
constexpr std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// SplitMix64 as a uniform random bit generator for Boost.Random's distributions. Eight bytes of state, so that every
/// component can have a stream for each purpose and a stream can be opened for a single I/O.
class SplitMix64 {
 public:
  using result_type = std::uint64_t;

  explicit constexpr SplitMix64(std::uint64_t seed) : state_(seed) {}

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return ~result_type{0}; }
  constexpr result_type operator()() { return mix(state_ += 0x9e3779b97f4a7c15u); }

 private:
  std::uint64_t state_;
};

}  // namespace isochron
