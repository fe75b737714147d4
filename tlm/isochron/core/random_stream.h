// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include <isochron/core/split_mix.h>

namespace isochron {

/// A random stream keyed by (seed, component, purpose): its draws do not depend on the order of events, nor on what
/// other components draw, so that two machines can be compared under common random numbers. Distributions come from
/// Boost.Random, whose algorithms are the same on every machine.
inline SplitMix64 random_stream(std::uint64_t seed, std::string_view component, std::string_view purpose) {
  std::uint64_t key = mix(seed + 0x9e3779b97f4a7c15u);
  const auto absorb = [&key](std::string_view text) {
    for (const char character : text) key = mix(key ^ static_cast<unsigned char>(character)) + 0x9e3779b97f4a7c15u;
    key = mix(key ^ 0x100);  // the end of a text, so that ("ab", "c") and ("a", "bc") differ
  };
  absorb(component);
  absorb(purpose);
  return SplitMix64(key);
}

/// A stream for one item of a numbered series, for draws that several components must agree on.
inline SplitMix64 random_stream(std::uint64_t seed, std::string_view purpose, std::uint64_t item) {
  SplitMix64 base = random_stream(seed, "", purpose);
  return SplitMix64(mix(base() ^ mix(item)));
}

}  // namespace isochron
