// SPDX-License-Identifier: Apache-2.0
#include <isochron/bus/turns_step_by_step.h>

#include <algorithm>

namespace isochron {

void TurnsStepByStep::enter(std::uint64_t tick, std::uint64_t, unsigned slot, const SliceNeed& need) {
  if (order_.empty())
    first(tick, slot, need);
  else
    order_.push_back({need.last, need.slices, slot});
}

int TurnsStepByStep::due() {
  const std::uint64_t boundary = end_;
  if (--order_.front().left == 0) return static_cast<int>(remove_head(boundary));
  if (order_.size() == 1) {
    begin(boundary, timing_.again);
  } else {
    std::rotate(order_.begin(), order_.begin() + 1, order_.end());
    begin(boundary, timing_.change);
  }
  return none;
}

}  // namespace isochron
