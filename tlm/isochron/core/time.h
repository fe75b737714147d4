// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <systemc>

namespace isochron {

/// Simulated time in whole picoseconds; 64 bits hold 213 days.
using Time = std::uint64_t;

inline constexpr Time picosecond = 1;
inline constexpr Time nanosecond = 1000 * picosecond;
inline constexpr Time microsecond = 1000 * nanosecond;
inline constexpr Time millisecond = 1000 * microsecond;
inline constexpr Time second = 1000 * millisecond;
inline constexpr Time end_of_time = ~Time{0};

inline constexpr double seconds(Time time) {
  return static_cast<double>(time) * 1e-12;
}

/// The kernel's present time. SystemC's resolution is one picosecond unless somebody changes it; `Region` checks.
inline Time kernel_now() {
  return sc_core::sc_time_stamp().value();
}

inline sc_core::sc_time to_sc_time(Time time) {
  return sc_core::sc_time::from_value(time);
}

}  // namespace isochron
