// SPDX-License-Identifier: Apache-2.0
#include <isochron/bus/priority_arbiter.h>

#include <algorithm>

namespace isochron {

void PriorityArbiter::add(Time, BusRequest& request) {
  requests_[request.device].push(&request);
  ++waiting_;
}

BusRequest& PriorityArbiter::grant() {
  --waiting_;
  return *std::find_if(requests_.begin(), requests_.end(), [](const auto& own) { return !own.empty(); })->pop();
}

}  // namespace isochron
