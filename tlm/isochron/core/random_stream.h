// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <isochron/core/seed.h>
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

/// A random stream that reads its seed at the first draw.
class RandomStream {
 public:
  RandomStream(const Seed& seed, const std::string& component, const std::string& purpose)
      : key_(std::make_unique<Key>(Key{seed, component, purpose})) {}

  SplitMix64& open() {
    if (key_ != nullptr) {
      stream_ = random_stream(key_->seed.value(), key_->component, key_->purpose);
      key_.reset();
    }
    return stream_;
  }

 private:
  struct Key {
    Seed seed;
    std::string component;
    std::string purpose;
  };
  std::unique_ptr<const Key> key_;  ///< until it is opened
  SplitMix64 stream_{0};
};

}  // namespace isochron
