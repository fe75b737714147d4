// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/scenario/result.h>
#include <isochron/system/machine.h>

namespace isochron {

/// What a careful person would say of a result: the warm-up looks too short; the operating point lies within 1 % of
/// saturation or beyond it; less was delivered than the scenario asks for, be it that the machine is saturated or that
/// the window is too short to tell. None is said of a machine that runs until its work is done, or of a scenario that
/// asks for all that the machine can give, respectively. Empty when there is nothing to say.
std::vector<std::string> warnings_for(const Machine& machine, const PointResult& result);

}  // namespace isochron
