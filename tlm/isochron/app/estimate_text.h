// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include <isochron/app/simulation.h>

namespace isochron {

/// Events and memory of the scenario's simulations, estimated, for `isochron explain`.
std::string estimate_text(const Simulation& simulation);
/// "about 240 million events in 7 simulations", for the user who starts them; nothing where they are few.
std::optional<std::string> announcement(double events, std::size_t simulations);

}  // namespace isochron
