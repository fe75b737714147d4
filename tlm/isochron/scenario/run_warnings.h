// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/machine/run/machine_description.h>
#include <isochron/scenario/result.h>

namespace isochron {

/// Warnings about a result: arithmetic puts the scenario within 1 % of the bound or beyond it; the
/// machine falls behind with a traffic, or the window is too short to tell. Empty when there is nothing to say.
std::vector<std::string> warnings_for(const MachineDescription& machine, const PointResult& result);

}  // namespace isochron
