// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <isochron/scenario/yaml_node.h>

namespace isochron {

/// Parses one YAML document; `origin` is what messages call it.
/// Throws InputError with line and column: not text (binary, not UTF-8), not YAML, more than one document, a duplicate
/// key, a key that is no plain text, an alias (they can make a small file enormous), nesting deeper than 32, more than
/// 1 MiB. An empty text gives a null node.
YamlNode read_yaml(const std::string& text, const std::string& origin);

/// Parses the value of a command-line option, such as "240MB/s" or "{slice: 128 B}"; every node carries `position`.
/// Throws InputError.
YamlNode read_yaml_value(const std::string& text, const SourcePosition& position);

}  // namespace isochron
