// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/core/rate.h>

namespace isochron {

/// The rate at which a direction of a link moves bytes of packets, exact: transfers a second of a lane, less the coding
/// of its symbols or blocks, times the lanes.
class LaneRate {
 public:
  static constexpr unsigned generations = 5;
  static constexpr unsigned max_lanes = 32;
  static constexpr std::uint64_t whole = 1'000'000;  ///< efficiency of 100 %, in millionths

  /// `generation`: 1 to 5; `lanes`: 1 to 32; `efficiency`: what is left of the rate, in millionths, 1 or more.
  ///
  /// Generations 1 and 2 code 8 bits as 10, generations 3 to 5 code 128 bits as 130 (PCI Express Base Specification,
  /// "Physical Layer Specification").
  static constexpr Rate of(unsigned generation, unsigned lanes, std::uint64_t efficiency = whole) {
    constexpr std::uint64_t transfers[generations] = {2500, 5000, 8000, 16000, 32000};  // millions a second
    const bool by_symbols = generation <= 2;
    const std::uint64_t data = by_symbols ? 8 : 128;
    const std::uint64_t coded = by_symbols ? 10 : 130;
    // A byte takes 8 x 10^12 ps x coded / data at one transfer a second, and transfers count in millions.
    return Rate::picoseconds_per_bytes(8'000'000 * coded * whole,
                                       transfers[generation - 1] * lanes * data * efficiency);
  }
};

}  // namespace isochron
