// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/core/time.h>

namespace isochron {

/// A time between I/Os, exact: quotient + remainder / denominator picoseconds.
struct IoInterval {
  __extension__ typedef unsigned __int128 Wide;

  /// Longer than any run; several of them still fit in 64 bits.
  static constexpr Time longest = Time{1} << 62;

  Time quotient = 0;
  Wide remainder = 0;  ///< less than `denominator`
  Wide denominator = 1;
  double mean = 0;  ///< ps
};

}  // namespace isochron
