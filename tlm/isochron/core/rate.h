// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <numeric>

#include <isochron/core/time.h>

namespace isochron {

/// A data rate as the exact rational number of picoseconds a byte takes, in lowest terms.
/// Valid rates are 1 bit/s and up.
class Rate {
 public:
  static constexpr Rate bits_per_second(std::uint64_t bits) {
    const std::uint64_t byte_time = 8 * second;
    const std::uint64_t divisor = std::gcd(byte_time, bits);
    return Rate(byte_time / divisor, bits / divisor);
  }
  /// So many bytes take so many picoseconds; both 1 or more. For rates that are no whole number of bits a second.
  static constexpr Rate picoseconds_per_bytes(std::uint64_t picoseconds, std::uint64_t bytes) {
    const std::uint64_t divisor = std::gcd(picoseconds, bytes);
    return Rate(picoseconds / divisor, bytes / divisor);
  }

  /// Picoseconds that `bytes` take, rounded to the nearest (a half upwards), for transfers that do not follow each
  /// other without a gap. Exact up to 2^64 ps.
  constexpr Time time_of(std::uint64_t bytes) const {
    return static_cast<Time>((static_cast<Wide>(bytes) * numerator_ + denominator_ / 2) / denominator_);
  }

  constexpr std::uint64_t numerator() const { return numerator_; }      ///< picoseconds ...
  constexpr std::uint64_t denominator() const { return denominator_; }  ///< ... for so many bytes

 private:
  __extension__ typedef unsigned __int128 Wide;

  constexpr Rate(std::uint64_t numerator, std::uint64_t denominator)
      : numerator_(numerator), denominator_(denominator) {}

  std::uint64_t numerator_;
  std::uint64_t denominator_;
};

/// Turns byte counts into whole picoseconds and carries the remainder, so that a link that is never idle moves exactly
/// its rate and no transfer is ever more than a picosecond off.
class TransferClock {
 public:
  explicit constexpr TransferClock(Rate rate) : rate_(rate) {}

  /// Picoseconds that the next `bytes` take. Exact while bytes x numerator fits 64 bits (22 MB at 10 b/s, more at any
  /// real rate).
  constexpr Time take(std::uint64_t bytes) {
    if (bytes != last_bytes_) {  // almost all transfers are equally long: one division serves them all
      const std::uint64_t total = bytes * rate_.numerator();
      last_bytes_ = bytes;
      last_time_ = total / rate_.denominator();
      last_remainder_ = total % rate_.denominator();
    }
    Time time = last_time_;
    remainder_ += last_remainder_;
    if (remainder_ >= rate_.denominator()) {
      remainder_ -= rate_.denominator();
      ++time;
    }
    return time;
  }

 private:
  Rate rate_;
  std::uint64_t remainder_ = 0;
  // The last transfer, without the remainder of earlier ones:
  std::uint64_t last_bytes_ = 0;
  Time last_time_ = 0;
  std::uint64_t last_remainder_ = 0;
};

}  // namespace isochron
