// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/core/random_stream.h>
#include <isochron/core/time.h>
#include <isochron/observe/parameter_table.h>

namespace isochron {

/// The time from a request to its data being ready: triangular between min and max around the mode, all in picoseconds.
/// Source: Milkovits 2005, section 3.1 (the paper calls 8.4 ms the average; as the mode the mean is 8.8 ms).
struct DiskDelay {
  std::uint64_t min = 1100 * microsecond;
  std::uint64_t mode = 8400 * microsecond;
  std::uint64_t max = 16900 * microsecond;

  ParameterTable parameters();

  /// min <= mode <= max.
  bool is_a_law() const { return min <= mode && mode <= max; }
  /// Equal values give a constant. Throws ModelError unless it is a law.
  Time draw(SplitMix64& stream) const;
};

}  // namespace isochron
