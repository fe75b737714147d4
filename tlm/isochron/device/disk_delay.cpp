// SPDX-License-Identifier: Apache-2.0
#include <isochron/device/disk_delay.h>

#include <cmath>

#include <boost/random/triangle_distribution.hpp>

namespace isochron {

ParameterTable DiskDelay::parameters() {
  constexpr const char* source = "Milkovits 2005, section 3.1";
  ParameterTable table;
  table.duration("min", min, {0, 100 * second}, "shortest delay from request to data", source);
  table.duration("mode", mode, {0, 100 * second}, "most frequent delay", source);
  table.duration("max", max, {0, 100 * second}, "longest delay", source);
  return table;
}

Time DiskDelay::draw(SplitMix64& stream) const {
  boost::random::triangle_distribution<double> law(static_cast<double>(min), static_cast<double>(mode),
                                                   static_cast<double>(max));
  return min == max ? min : static_cast<Time>(std::llround(law(stream)));
}

}  // namespace isochron
