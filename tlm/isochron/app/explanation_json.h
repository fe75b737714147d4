// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <nlohmann/json.hpp>

#include <isochron/app/simulation.h>

namespace isochron {

/// What `isochron explain` says, for programs (`isochron.explanation/1`): parameters in SI units with range, origin and
/// source; of each point the machine's parts and edges, and what arithmetic says of its resources, the tightest first,
/// and of what a replication costs. `fail`: with what is left when so many parts fail at once.
nlohmann::ordered_json explanation_json(const Simulation& simulation, const std::optional<unsigned>& fail);

}  // namespace isochron
