// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <isochron/observe/parameter_table.h>
#include <isochron/scenario/yaml_node.h>

namespace isochron {

/// Reads what the file says of `parameter` and checks it against the parameter's range or choices.
/// Throws InputError at the node's place.
ParameterValue read_value(const YamlNode& node, const Parameter& parameter);

/// Throws InputError at the node's place when this program does not have the choice that it names; read_value has read
/// it.
void require_present(const YamlNode& node, const Parameter& parameter);

/// Like `parse_stored` and `parse_si`, for a node that belongs to `name`: throws InputError at its place.
std::uint64_t read_stored(const YamlNode& node, const std::string& name, Quantity quantity, Range range);
bool read_flag(const YamlNode& node, const std::string& name);
/// A text of any kind.
std::string read_text(const YamlNode& node, const std::string& name);

/// Throws InputError unless the node is a map that has `known` keys only.
void require_map(const YamlNode& node, const std::string& name, const std::vector<std::string>& known);

/// The parameter's valid range for people: "1 ns to 1 ms", "128 B and more"; choices as a list.
std::string format_range(const Parameter& parameter);

/// A value for people: "240 MB/s", "true", "[0, 3]", "512x512x384".
std::string format_value(const ParameterValue& value, Quantity quantity);

}  // namespace isochron
