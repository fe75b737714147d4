// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace isochron {

/// Where the scenarios and the papers' numbers are: share/isochron/scenarios beside the installed command, scenarios/
/// above the folder that it was built in, what use_scenarios() said, or in the source tree that the library was built
/// from. Empty when there are none.
std::string scenario_folder();

/// Where they are for a program that lies elsewhere: the folder of the package that it was built with.
void use_scenarios(const std::string& folder);

/// The file of the scenario called `name`: `name` itself, if there is such a file or it is a path to one;
/// else the one of the library that is called so, "nvme_node" or "own/nvme_node". Throws InputError where several are,
/// FileError where none is.
std::string find_scenario(const std::string& name);

/// The file as the shortest path from the current folder, if it is in it.
std::string shown_path(const std::string& file);

/// All scenario files below `folder` but for published/, costs/ and machines/, sorted.
std::vector<std::string> scenario_files(const std::string& folder);

}  // namespace isochron
