// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/resource_load.h>

namespace isochron {

std::vector<ResourceLoad> resource_loads(const MachineDescription& machine) {
  std::vector<ResourceLoad> loads;
  std::vector<ResourceBound> left = machine.bounds();
  while (const ResourceBound* const next = tightest(left)) {
    loads.push_back({*next, next->capacity > 0 ? next->load / next->capacity : 0});
    left.erase(left.begin() + (next - left.data()));
  }
  return loads;
}

}  // namespace isochron
