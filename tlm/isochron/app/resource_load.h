// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <isochron/machine/run/machine_description.h>

namespace isochron {

/// Load of a resource by arithmetic, at the scenario's demand.
struct ResourceLoad {
  ResourceBound bound;
  double used = 0;  ///< the load's share of the capacity; 0 without one
};

/// Every resource with a bound, the tightest first. Empty when the machine knows no bounds.
std::vector<ResourceLoad> resource_loads(const MachineDescription& machine);

}  // namespace isochron
