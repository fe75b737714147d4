// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <isochron/app/simulation.h>

namespace isochron {

/// Warns of what the scenario sets without effect.
void log_idle(const Simulation& simulation);
/// What to know of the bounds where instances set what they do not count; empty: nothing.
std::string uncounted_text(const Simulation& simulation);
/// Warns of it.
void log_uncounted(const Simulation& simulation);

}  // namespace isochron
