// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <isochron/app/simulation.h>
#include <isochron/machine/analyse/failure_analysis.h>
#include <isochron/machine/elaborate/netlist.h>
#include <isochron/scenario/scenario_point.h>

namespace isochron {

/// How many parts fail at once, as --fail has it: 1 or 2; nullopt: `text` is empty. Throws InputError.
std::optional<unsigned> read_fail(const std::string& text);

/// Failures of a point's machine, computed. Says on standard error how long that takes, if it is more than ten seconds.
/// Throws InputError where they are not known.
FailureAnalysis analyse_failures(const Simulation& simulation, const ScenarioPoint& point, unsigned at_once);

/// Parts of a point's machine. Throws InputError where it is none of a file.
const Netlist& netlist_of(const ScenarioPoint& point);

}  // namespace isochron
