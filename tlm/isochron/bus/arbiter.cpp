// SPDX-License-Identifier: Apache-2.0
#include <isochron/bus/arbiter.h>

#include <isochron/bus/first_come_arbiter.h>
#include <isochron/bus/priority_arbiter.h>

namespace isochron {

std::unique_ptr<Arbiter> make_arbiter(Arbitration arbitration, unsigned devices) {
  if (arbitration == Arbitration::priority) return std::make_unique<PriorityArbiter>(devices);
  return std::make_unique<FirstComeArbiter>();
}

}  // namespace isochron
