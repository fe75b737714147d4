// SPDX-License-Identifier: Apache-2.0
#include <isochron/core/simulation.h>

#include <string>

#include <isochron/core/error.h>

namespace isochron {

Time simulate_to(Region& region, Time end) {
  region.set_horizon(end);
  try {
    sc_core::sc_start(to_sc_time(end - kernel_now()), sc_core::SC_RUN_TO_TIME);
  } catch (const sc_core::sc_report& report) {
    throw ModelError(report.get_msg());
  }
  const Time last = region.now();
  const std::uint64_t events = region.events();
  region.advance(end);
  return region.events() == events ? last : end;
}

}  // namespace isochron
