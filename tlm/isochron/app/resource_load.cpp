// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/resource_load.h>

#include <algorithm>

namespace isochron {

std::vector<ResourceLoad> resource_loads(const MachineDescription& machine) {
  std::vector<ResourceLoad> loads;
  for (ResourceBound& bound : machine.bounds()) loads.push_back({std::move(bound)});
  std::stable_sort(loads.begin(), loads.end());
  for (ResourceLoad& one : loads) one.used = one.bound.capacity > 0 ? one.bound.load / one.bound.capacity : 0;
  return loads;
}

}  // namespace isochron
