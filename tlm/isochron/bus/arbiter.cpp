// SPDX-License-Identifier: Apache-2.0
#include <isochron/bus/arbiter.h>

#include <isochron/bus/class_arbiter.h>
#include <isochron/bus/first_come_arbiter.h>
#include <isochron/bus/priority_arbiter.h>

namespace isochron {

std::unique_ptr<Arbiter> make_arbiter(Arbitration arbitration, unsigned devices,
                                      const std::vector<std::uint64_t>& weights) {
  switch (arbitration) {
    case Arbitration::first_come:
      break;
    case Arbitration::priority:
      return std::make_unique<PriorityArbiter>(devices);
    case Arbitration::class_strict:
      return std::make_unique<ClassArbiter>(ClassOrder::strict, std::vector<std::uint64_t>{});
    case Arbitration::class_weighted:
      return std::make_unique<ClassArbiter>(ClassOrder::weighted, weights);
  }
  return std::make_unique<FirstComeArbiter>();
}

}  // namespace isochron
