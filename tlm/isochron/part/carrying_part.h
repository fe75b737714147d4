// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <isochron/part/port_ref.h>

namespace isochron {

/// Traffic that comes by an input of a part, or leaves by an output.
struct PortLoad {
  PortRef port;
  double bytes = 0;     ///< a second
  double messages = 0;  ///< a second
};

/// A part between endpoints whose limit follows from what comes and leaves by each of its ports, such as a network with
/// a link for each station, and not from PartConfig::capacity_from() of what comes.
class CarryingPart {
 public:
  /// The part of the time at least that what limits it is busy: 1 where it can carry no more.
  virtual double busy(const std::vector<PortLoad>& comes, const std::vector<PortLoad>& leaves) const = 0;

 protected:
  ~CarryingPart() = default;
};

}  // namespace isochron
