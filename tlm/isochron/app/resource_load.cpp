// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/resource_load.h>

#include <algorithm>

namespace isochron {

std::vector<ResourceLoad> resource_loads(const Machine& machine) {
  std::vector<ResourceLoad> loads;
  for (ResourceBound& bound : machine.bounds()) loads.push_back({std::move(bound)});
  std::stable_sort(loads.begin(), loads.end());
  const bool asks_for_all = !machine.demand();
  for (ResourceLoad& one : loads) {
    const ResourceBound& bound = one.bound;
    one.load = bound.load;
    if (asks_for_all) one.load = bound.limit > 0 ? bound.capacity * loads.front().bound.limit / bound.limit : 0;
    one.used = bound.capacity > 0 ? one.load / bound.capacity : 0;
  }
  return loads;
}

}  // namespace isochron
