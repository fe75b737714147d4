// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace isochron {

/// How a bus that its masters share in turns spends its time, in ticks of its clock grid (picoseconds or bus clocks).
struct SliceTiming {
  std::uint64_t slice = 0;   ///< data ticks of a full slice
  std::uint64_t change = 0;  ///< before a slice of another message than the one before
  std::uint64_t again = 0;   ///< before a further slice of the same message
  std::uint64_t start = 0;   ///< before the first slice after the bus was idle
};

/// A message's need of the bus: whole slices, of which the last may be shorter.
struct SliceNeed {
  std::uint32_t slices = 0;  ///< 1 or more
  std::uint64_t last = 0;    ///< data ticks of the last slice, at most SliceTiming::slice
};

}  // namespace isochron
