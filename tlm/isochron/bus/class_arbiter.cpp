// SPDX-License-Identifier: Apache-2.0
#include <isochron/bus/class_arbiter.h>

#include <algorithm>

namespace isochron {

ClassArbiter::ClassArbiter(ClassOrder order, const std::vector<std::uint64_t>& weights)
    : turns_({weights.empty() ? most_classes : static_cast<unsigned>(weights.size()), order, weights}) {}

void ClassArbiter::add(Time now, BusRequest& request) {
  const unsigned traffic_class = std::min(request.traffic_class, turns_.classes() - 1);
  requests_[traffic_class].push(now, request.sequence, &request);
  present_ |= class_bit(traffic_class);
  ++waiting_;
}

BusRequest& ClassArbiter::grant() {
  const auto bytes = [this](unsigned traffic_class) { return requests_[traffic_class].front()->bytes; };
  const unsigned next = turns_.next(present_, bytes);
  turns_.take(next, present_, present_, bytes);
  BusRequest& granted = *requests_[next].pop();
  if (requests_[next].empty()) present_ &= ~class_bit(next);
  --waiting_;
  return granted;
}

}  // namespace isochron
