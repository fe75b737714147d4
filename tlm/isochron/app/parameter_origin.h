// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/app/simulation.h>

namespace isochron {

/// Where a parameter's value comes from: "default", "preset host=NAME", the scenario's "file:line", or the command
/// line's "--set ...". `parameter` is one of the point's machine.
std::string parameter_origin(const ScenarioPoint& point, const Parameter& parameter);
/// Source of a parameter's value: that of its preset where it comes from one that has a source, else its own.
std::string parameter_source(const ScenarioPoint& point, const Parameter& parameter);

/// All values of a varied parameter as the scenario has them, in order; empty when it is not varied.
std::vector<std::string> varied_values(const Simulation& simulation, const std::string& path);

}  // namespace isochron
