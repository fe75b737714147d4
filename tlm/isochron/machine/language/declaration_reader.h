// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <isochron/machine/language/machine_file.h>

namespace isochron {

// What readers of all kinds of declarations have in common. Each throws InputError at the place of what does not fit.

/// The entry `key` of `map`, which messages call `name`.
const YamlNode& required(const YamlNode& map, const std::string& key, const std::string& name,
                         const std::string& remedy);
void require_entries(const YamlNode& node, const std::string& name);
/// `name`, if it can be that of `what`: "a part".
const std::string& checked_name(const std::string& name, const SourcePosition& position, const std::string& what);
/// A dotted name of a parameter.
void check_parameter_name(const std::string& name, const SourcePosition& position);

Expression read_expression(const YamlNode& node, const std::string& name);
PathTemplate read_path(const YamlNode& entry, const std::string& key, const std::string& name);
/// Names with expressions, as `let` has them.
std::vector<std::pair<std::string, Expression>> read_values(const YamlNode& node);
/// All entries of a map but `others`, nested ones with dots.
std::vector<Setting> read_settings(const YamlNode& map, const std::vector<std::string>& others,
                                   const std::string& prefix = {});

/// A path with *.
PathPattern read_pattern(const YamlNode& node, const std::string& name);
/// A path, or a list of paths.
PathPatterns read_patterns(const YamlNode& node, const std::string& name);

}  // namespace isochron
