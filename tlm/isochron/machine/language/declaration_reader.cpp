// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/language/declaration_reader.h>

#include <algorithm>

#include <fmt/format.h>

#include <isochron/scenario/input_error.h>
#include <isochron/scenario/value_reader.h>

namespace isochron {

const YamlNode& required(const YamlNode& map, const std::string& key, const std::string& name,
                         const std::string& remedy) {
  if (const YamlNode* const node = map.find(key)) return *node;
  throw InputError(map.position, fmt::format("`{}` has no `{}`", name, key), remedy);
}

void require_entries(const YamlNode& node, const std::string& name) {
  if (!node.is_map())
    throw InputError(node.position, fmt::format("`{}` has {} instead of a map", name, node.kind_name()),
                     "Write `name: {...}` lines");
}

const std::string& checked_name(const std::string& name, const SourcePosition& position, const std::string& what) {
  if (is_name(name)) return name;
  throw InputError(position, fmt::format("`{}` is no name for {}", name.substr(0, 60), what),
                   "Use letters, digits and _, a letter first");
}

void check_parameter_name(const std::string& name, const SourcePosition& position) {
  for (std::size_t at = 0; at <= name.size();) {
    const std::size_t end = std::min(name.find('.', at), name.size());
    checked_name(name.substr(at, end - at), position, "a parameter");
    at = end + 1;
  }
}

Expression read_expression(const YamlNode& node, const std::string& name) {
  return Expression::parse(read_text(node, name), node.position);
}

PathTemplate read_path(const YamlNode& entry, const std::string& key, const std::string& name) {
  const YamlNode& node = required(entry, key, name, fmt::format("Add `{}: ...`, the path of a port", key));
  return PathTemplate::parse(read_text(node, key), node.position);
}

std::vector<std::pair<std::string, Expression>> read_values(const YamlNode& node) {
  require_entries(node, "let");
  std::vector<std::pair<std::string, Expression>> values;
  for (std::size_t i = 0; i < node.keys.size(); ++i)
    values.emplace_back(checked_name(node.keys[i].text, node.keys[i].position, "a value"),
                        read_expression(node.items[i], node.keys[i].text));
  return values;
}

std::vector<Setting> read_settings(const YamlNode& map, const std::vector<std::string>& others,
                                   const std::string& prefix) {
  std::vector<Setting> settings;
  for (std::size_t i = 0; i < map.keys.size(); ++i) {
    if (std::find(others.begin(), others.end(), map.keys[i].text) != others.end()) continue;
    Setting setting;
    setting.path = prefix + map.keys[i].text;
    setting.position = map.keys[i].position;
    setting.raw = map.items[i];
    if (setting.raw.is_map()) {
      for (Setting& inner : read_settings(setting.raw, {}, setting.path + ".")) settings.push_back(std::move(inner));
      continue;
    }
    if (setting.raw.is_scalar()) {
      // A text is an expression only where it has to be one: that is seen when the parameter is known.
      try {
        setting.value = Expression::parse(setting.raw.text, setting.raw.position);
      } catch (const InputError& error) {
        setting.problem = error.what();
      }
    }
    settings.push_back(std::move(setting));
  }
  return settings;
}

PathPattern read_pattern(const YamlNode& node, const std::string& name) {
  return {read_text(node, name), node.position};
}

PathPatterns read_patterns(const YamlNode& node, const std::string& name) {
  if (!node.is_sequence()) return {read_pattern(node, name)};
  if (node.items.empty())
    throw InputError(node.position, fmt::format("`{}` is an empty list", name), "Write [a path, another one]");
  PathPatterns patterns;
  for (const YamlNode& one : node.items) patterns.push_back(read_pattern(one, name));
  return patterns;
}

}  // namespace isochron
