// SPDX-License-Identifier: Apache-2.0
#include <isochron/bus/slice_arbiter_step_by_step.h>

namespace isochron {

void SliceArbiterStepByStep::enter(std::uint64_t tick, std::uint64_t, unsigned slot, const SliceNeed& need) {
  if (empty())
    first(tick, slot, need);
  else
    append(slot, need);
}

int SliceArbiterStepByStep::due() {
  const std::uint64_t boundary = end_;
  if (--head().left == 0) return static_cast<int>(remove_head(boundary));
  if (size_ == 1) {
    begin(boundary, timing_.again);
  } else {
    rotate();
    begin(boundary, timing_.change);
  }
  return none;
}

}  // namespace isochron
