// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace isochron {

constexpr bool is_power_of_two(std::uint64_t n) {
  return n != 0 && (n & (n - 1)) == 0;
}

/// The greatest power of two that is not above `n`, which is not 0.
constexpr std::uint64_t power_of_two_below(std::uint64_t n) {
  std::uint64_t power = 1;
  while (power <= n / 2) power *= 2;
  return power;
}

}  // namespace isochron
