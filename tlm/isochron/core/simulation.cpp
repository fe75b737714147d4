// SPDX-License-Identifier: Apache-2.0
#include <isochron/core/simulation.h>

#include <algorithm>
#include <new>
#include <string>

#include <isochron/core/error.h>

namespace isochron {

Time simulate_to(Region& region, Time end) {
  region.set_horizon(end);
  try {
    sc_core::sc_start(to_sc_time(end - kernel_now()), sc_core::SC_RUN_TO_TIME);
  } catch (const sc_core::sc_report& report) {
    // SystemC keeps the text alone of what a process throws.
    const std::bad_alloc no_memory;
    if (std::string(report.get_msg()) == no_memory.what()) throw no_memory;
    throw ModelError(report.get_msg());
  }
  const Time last = region.now();
  const std::uint64_t events = region.events();
  region.advance(end);
  const Time last_folded = region.catch_up(end);
  return region.events() == events ? std::max(last, last_folded) : end;
}

}  // namespace isochron
