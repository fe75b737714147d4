// SPDX-License-Identifier: Apache-2.0
#include <isochron/core/simulation.h>

#include <string>

#include <isochron/core/error.h>

namespace isochron {

void simulate_to(Region& region, Time end) {
  region.set_horizon(end);
  try {
    sc_core::sc_start(to_sc_time(end - kernel_now()), sc_core::SC_RUN_TO_TIME);
  } catch (const sc_core::sc_report& report) {
    throw ModelError(report.get_msg());
  }
  region.advance(end);
}

}  // namespace isochron
