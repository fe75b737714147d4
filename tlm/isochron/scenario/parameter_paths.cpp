// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/parameter_paths.h>

#include <algorithm>

#include <fmt/format.h>

#include <isochron/scenario/input_error.h>
#include <isochron/scenario/suggestion.h>

namespace isochron {

namespace {

/// The parameters whose path begins with `group` + ".", by full path; all of them for an empty group.
std::vector<std::string> members(const std::string& group, const ParameterTable& table) {
  std::vector<std::string> paths;
  for (const Parameter& parameter : table.all())
    if (group.empty() || parameter.path.rfind(group + ".", 0) == 0) paths.push_back(parameter.path);
  return paths;
}

/// Names that may follow `group` directly, groups included.
std::vector<std::string> children(const std::string& group, const ParameterTable& table) {
  std::vector<std::string> names;
  for (const std::string& path : members(group, table)) {
    const std::size_t start = group.empty() ? 0 : group.size() + 1;
    const std::size_t dot = path.find('.', start);
    const std::string name = group.empty() ? path.substr(0, dot) : group + "." + path.substr(start, dot - start);
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

void append(const YamlNode& node, const std::string& path, const SourcePosition& position, const ParameterTable& table,
            std::vector<Assignment>& assignments);

/// Throws InputError unless `node`, what is said of the group `path`, is a map.
void require_map(const YamlNode& node, const std::string& path, const ParameterTable& table) {
  if (!node.is_map())
    throw InputError(node.position, fmt::format("`{}` has {} instead of a map", path, node.kind_name()),
                     fmt::format("Set one of its parameters: {}", fmt::join(members(path, table), ", ")));
}

/// A list of groups of a kind: the first is `path`, the second `path` + "_2", and so on.
void append_list(const YamlNode& node, const std::string& path, const ParameterTable& table,
                 std::vector<Assignment>& assignments) {
  if (node.items.empty())
    throw InputError(node.position, fmt::format("`{}` is an empty list", path), "Leave it out, or write an entry");
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const std::string each = i == 0 ? path : path + "_" + std::to_string(i + 1);
    if (members(each, table).empty())
      throw InputError(node.items[i].position, fmt::format("`{}` has {} entries", path, node.items.size()),
                       fmt::format("Use {} or fewer", i));
    require_map(node.items[i], each, table);
    append(node.items[i], each, node.items[i].position, table, assignments);
  }
}

void append(const YamlNode& node, const std::string& path, const SourcePosition& position, const ParameterTable& table,
            std::vector<Assignment>& assignments) {
  if (table.find(path) != nullptr) {
    for (const Assignment& earlier : assignments)
      if (earlier.path == path)
        throw InputError(position, fmt::format("`{}` is given twice", path), "Remove one of the two");
    assignments.push_back({path, node, false});
    return;
  }
  const std::vector<std::string> group = members(path, table);
  if (group.empty())
    throw InputError(position, fmt::format("unknown parameter `{}`", path.substr(0, 80)),
                     suggest_parameter(path, table));
  if (node.is_sequence() && !members(path + "_2", table).empty()) {
    append_list(node, path, table, assignments);
    return;
  }
  require_map(node, path, table);
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    const std::string inner = path.empty() ? node.keys[i].text : path + "." + node.keys[i].text;
    append(node.items[i], inner, node.keys[i].position, table, assignments);
  }
}

}  // namespace

std::vector<std::string> parameters_of_group(const std::string& path, const ParameterTable& table) {
  return path.empty() ? std::vector<std::string>() : members(path, table);
}

std::string suggest_parameter(const std::string& path, const ParameterTable& table) {
  if (const std::vector<std::string> inside = parameters_of_group(path, table); !inside.empty())
    return fmt::format("It is a group; name one of its parameters: {}", fmt::join(inside, ", "));
  const std::size_t dot = path.rfind('.');
  std::string group = dot == std::string::npos ? "" : path.substr(0, dot);
  if (!group.empty() && members(group, table).empty()) group.clear();
  const std::string near = nearest(path, children(group, table));
  if (!near.empty()) return fmt::format("Did you mean `{}`?", near);
  // The right name without its group is the commonest slip.
  const std::string name = dot == std::string::npos ? path : path.substr(dot + 1);
  for (const Parameter& parameter : table.all()) {
    const std::size_t last = parameter.path.rfind('.');
    if (last != std::string::npos && parameter.path.substr(last + 1) == name)
      return fmt::format("Did you mean `{}`?", parameter.path);
  }
  return suggestion(path, children(group, table));
}

std::vector<Assignment> flatten_parameters(const YamlNode& node, const std::string& prefix,
                                           const SourcePosition& position, const ParameterTable& table) {
  std::vector<Assignment> assignments;
  if (prefix.empty() && !node.is_map())
    throw InputError(node.position, fmt::format("`parameters` has {} instead of a map", node.kind_name()),
                     "Write `name: value` lines below it");
  append(node, prefix, position, table, assignments);
  return assignments;
}

}  // namespace isochron
