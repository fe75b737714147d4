// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/core/split_mix.h>
#include <isochron/core/time.h>

namespace isochron {

/// Draws a time between `min` and `max` whose density is a triangle with its tip at `mode`, min <= mode <= max, rounded
/// to the picosecond. Equal bounds give a constant, and draw nothing.
Time draw_triangular(Time min, Time mode, Time max, SplitMix64& stream);

}  // namespace isochron
