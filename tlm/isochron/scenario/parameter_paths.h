// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/observe/parameter_table.h>
#include <isochron/scenario/scenario.h>

namespace isochron {

/// Turns a parameter's value, or a map of them, into assignments with full paths: {pci: {slice: 128 B}} and
/// {pci.slice: 128 B} are the same. Where there are groups `streams`, `streams_2` and so on, a list at `streams` is of
/// these. `prefix` is the path of `node` itself, empty for the whole of `parameters`;
/// `position` is where that path was written. Values are not read yet.
/// Throws InputError: a path that `table` does not know (with a suggestion), a group that is no map, a path given
/// twice.
std::vector<Assignment> flatten_parameters(const YamlNode& node, const std::string& prefix,
                                           const SourcePosition& position, const ParameterTable& table);

/// The whole names of the parameters of the group `path` ("pci"); none if it is no group.
std::vector<std::string> parameters_of_group(const std::string& path, const ParameterTable& table);

/// What to say to somebody who wrote `path`.
std::string suggest_parameter(const std::string& path, const ParameterTable& table);

}  // namespace isochron
