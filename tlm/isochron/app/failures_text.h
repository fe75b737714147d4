// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <isochron/machine/analyse/failure_analysis.h>
#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/run/machine_description.h>

namespace isochron {

/// What failures leave of a machine's bounds, for people: a ranking, and which parts stop streams. `at_once`: parts
/// that fail together.
std::string failures_text(const MachineDescription& machine, const Netlist& netlist, const FailureAnalysis& analysis,
                          unsigned at_once);

}  // namespace isochron
