// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <isochron/scenario/scenario.h>

namespace isochron {

/// Reads the `expect` list of a scenario. Throws InputError: not a list of maps, no metric, no band, two bands.
std::vector<Expectation> read_expectations(const YamlNode& node);

/// Reads a map of conditions {parameter: value, ...}; nested maps join with dots. Throws InputError.
std::vector<ParameterCondition> read_conditions(const YamlNode& node, const std::string& name);

}  // namespace isochron
