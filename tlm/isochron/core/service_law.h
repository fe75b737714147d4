// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/core/split_mix.h>
#include <isochron/core/time.h>

namespace isochron {

/// The time that a server takes for one item. All times are picoseconds; draws come from a stream of the server's own
/// (random_stream), so that they do not depend on what others draw.
struct ServiceLaw {
  enum class Law {
    constant,     ///< `mean`
    uniform,      ///< each picosecond from `min` to `max` with the same probability
    exponential,  ///< of mean `mean`, rounded to the picosecond
    seek          ///< the arm of a disk: density 2/(3m) (1 - t/(3m)) between 0 and 3m, with m = `mean` (Gennart et al.,
                  ///< section 3.2)
  };

  Law law = Law::constant;
  Time mean = millisecond;
  Time min = 0;                ///< uniform; at most `max`
  Time max = 2 * millisecond;  ///< uniform

  Time draw(SplitMix64& stream) const;
  /// Seconds. Half a picosecond is possible.
  double mean_seconds() const;
  bool is_random() const { return law == Law::uniform ? min < max : law != Law::constant && mean > 0; }
};

}  // namespace isochron
