// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/core/region.h>

namespace isochron {

/// Runs the kernel and `region` to `end`, inclusive of the region's completions at `end` and exclusive of the kernel's
/// events there. An exception of a process comes out as ModelError with its own text, instead of wrapped in a SystemC
/// report. Returns the latest instant in which something happened in the region.
Time simulate_to(Region& region, Time end);

}  // namespace isochron
