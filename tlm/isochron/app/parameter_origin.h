// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/app/simulation.h>

namespace isochron {

/// Where a parameter's value comes from: "default", the scenario's "file:line", or the command line's "--set ...".
std::string parameter_origin(const ScenarioPoint& point, const std::string& path);

/// All values of a varied parameter as the scenario has them, in order; empty when it is not varied.
std::vector<std::string> varied_values(const Simulation& simulation, const std::string& path);

}  // namespace isochron
