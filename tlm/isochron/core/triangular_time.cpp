// SPDX-License-Identifier: Apache-2.0
#include <isochron/core/triangular_time.h>

#include <cmath>

#include <boost/random/triangle_distribution.hpp>

namespace isochron {

Time draw_triangular(Time min, Time mode, Time max, SplitMix64& stream) {
  if (min == max) return min;
  boost::random::triangle_distribution<double> law(static_cast<double>(min), static_cast<double>(mode),
                                                   static_cast<double>(max));
  return static_cast<Time>(std::llround(law(stream)));
}

}  // namespace isochron
