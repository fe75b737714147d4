// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <isochron/observe/type_registry.h>
#include <isochron/scenario/scenario.h>

namespace isochron {

/// Before the pattern in a path of `--set` or `vary`: "instances.node[*].width".
inline const std::string instances_prefix = "instances.";

/// Whether the instance `name` ("node[0].raid[1]") matches `pattern`, in which * stands for any characters.
bool matches_instance(const std::string& pattern, const std::string& name);

/// Splits "node[0].raid[*].disk_delay.min" into pattern and parameter: the longest end that is a parameter of any
/// part's type. If there is none, the last dot divides; what is wrong is found later, with the machine at hand.
std::pair<std::string, std::string> split_instance_path(const std::string& path, const TypeRegistry& types);

/// Reads the `instances` map of a scenario: pattern -> parameters, nested or with dots. Throws InputError.
std::vector<InstanceAssignment> read_instances(const YamlNode& node);

/// The assignments that `value` under one pattern and parameter path makes: one, or those of a nested map.
std::vector<InstanceAssignment> flatten_instance(const std::string& pattern, const SourcePosition& pattern_position,
                                                 const std::string& path, const SourcePosition& path_position,
                                                 const YamlNode& value);

}  // namespace isochron
