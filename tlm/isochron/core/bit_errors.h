// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>

#include <isochron/core/split_mix.h>

namespace isochron {

/// Bits that a link carries wrong, each with the same probability and independent of all others. How many are right
/// before the next wrong one is drawn, so that a packet without one draws nothing.
class BitErrors {
 public:
  explicit BitErrors(std::uint64_t seed) : draws_(seed) {}

  double probability() const { return probability_; }
  /// Of a bit, 0 to 1.
  void set_probability(double probability) {
    if (probability == probability_) return;
    probability_ = probability;
    draw_next();
  }

  /// Whether one of the bits of a packet is wrong. All of them have passed, or the next ones are drawn anew: that has
  /// the same distribution.
  bool strike(std::uint64_t bytes) {
    if (probability_ == 0) return false;
    const double bits = 8 * static_cast<double>(bytes);
    if (good_bits_ >= bits) {
      good_bits_ -= bits;
      return false;
    }
    draw_next();
    return true;
  }
  /// The same for a few bytes on the way back, which do not come between the packets.
  bool strike_apart(std::uint64_t bytes) {
    return probability_ > 0 && bytes > 0 &&
           draw() < -std::expm1(8 * static_cast<double>(bytes) * std::log1p(-probability_));
  }

 private:
  double draw() { return static_cast<double>(draws_() >> 11) * 0x1p-53; }
  void draw_next() {
    if (probability_ > 0) good_bits_ = std::floor(std::log1p(-draw()) / std::log1p(-probability_));
  }

  SplitMix64 draws_;
  double probability_ = 0;
  double good_bits_ = 0;  ///< before the next wrong one
};

}  // namespace isochron
