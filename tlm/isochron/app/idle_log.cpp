// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/idle_log.h>

#include <isochron/app/log.h>

namespace isochron {

void log_idle(const Simulation& simulation) {
  for (const IdleSetting& setting : simulation.idle()) log_warning(idle_text(setting));
}

}  // namespace isochron
