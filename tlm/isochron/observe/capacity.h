// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>

namespace isochron {

/// What a part can carry, in bytes a second: while one asks, and while several contend for it. A machine makes its
/// bounds of these.
struct Capacity {
  double alone = 0;
  double contended = 0;

  /// Of a rate that contention does not change. `bits_per_second`: 0: any.
  static Capacity of_rate(std::uint64_t bits_per_second) {
    const double bytes =
        bits_per_second == 0 ? std::numeric_limits<double>::infinity() : static_cast<double>(bits_per_second) / 8;
    return {bytes, bytes};
  }
};

}  // namespace isochron
