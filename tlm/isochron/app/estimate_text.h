// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <isochron/app/simulation.h>

namespace isochron {

/// What the scenario's simulations will cost, for `isochron explain`; `events_per_second`: host_events_per_second().
std::string estimate_text(const Simulation& simulation, double events_per_second);

}  // namespace isochron
