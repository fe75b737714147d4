// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/app/simulation.h>

namespace isochron {

/// Warns of what the scenario sets without effect.
void log_idle(const Simulation& simulation);

}  // namespace isochron
