// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/core/time.h>

namespace isochron {

/// An I/O of a recording.
struct TracedIo {
  Time at = 0;              ///< when it is asked for, ps
  std::uint64_t bytes = 0;  ///< 1 to 2^40
  std::uint32_t sink = 0;   ///< where it goes, a number of the machine's
};

}  // namespace isochron
