// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include <isochron/machine/analyse/failure_analysis.h>
#include <isochron/machine/elaborate/netlist.h>

namespace isochron {

/// Adds `without_failures` and `failures`, ranked, to a point of an explanation.
void add_failures(nlohmann::ordered_json& point, const Netlist& netlist, const FailureAnalysis& analysis,
                  unsigned at_once);

}  // namespace isochron
