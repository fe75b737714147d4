// SPDX-License-Identifier: Apache-2.0
#include <isochron/core/service_law.h>

#include <cmath>

#include <boost/random/exponential_distribution.hpp>

#include <isochron/core/triangular_time.h>

namespace isochron {

namespace {
__extension__ typedef unsigned __int128 Wide;
}

Time ServiceLaw::draw(SplitMix64& stream) const {
  switch (law) {
    case Law::constant:
      break;
    case Law::uniform:
      return min + static_cast<Time>(static_cast<Wide>(stream()) * (max - min + 1) >> 64);
    case Law::exponential:
      return static_cast<Time>(
          std::llround(boost::random::exponential_distribution<double>(1.0)(stream) * static_cast<double>(mean)));
    case Law::seek:
      return draw_triangular(0, 0, 3 * mean, stream);
  }
  return mean;
}

double ServiceLaw::mean_seconds() const {
  return law == Law::uniform ? (seconds(min) + seconds(max)) / 2 : seconds(mean);
}

}  // namespace isochron
