// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace isochron {

/// Where the scenarios and the papers' numbers are: share/isochron/scenarios beside the installed command, scenarios/
/// above the folder that it was built in, or in the source tree that it was built from. Empty when there are none.
std::string scenario_folder();

/// All scenario files below `folder` but for published/, costs/ and machines/, sorted.
std::vector<std::string> scenario_files(const std::string& folder);

}  // namespace isochron
