// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/instance_paths.h>

#include <set>

#include <fmt/format.h>

#include <isochron/scenario/input_error.h>

namespace isochron {

namespace {

/// Those that an instance can have: a machine is none, though it has parameters for its parts, `memory_bus.send`.
std::set<std::string> parameter_paths_of_parts(const TypeRegistry& types) {
  std::set<std::string> paths;
  for (const auto& [name, type] : types)
    for (const auto& described : type.parameters)
      if (type.kind != "system") paths.insert(described.parameter.path);
  return paths;
}

}  // namespace

bool matches_instance(const std::string& pattern, const std::string& name) {
  std::size_t p = 0;
  std::size_t n = 0;
  std::size_t star = std::string::npos;  // the last * in the pattern, and how much of the name it has eaten
  std::size_t eaten = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      eaten = n;
    } else if (p < pattern.size() && pattern[p] == name[n]) {
      ++p;
      ++n;
    } else if (star != std::string::npos) {
      p = star + 1;
      n = ++eaten;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

std::pair<std::string, std::string> split_instance_path(const std::string& path, const TypeRegistry& types) {
  const std::set<std::string> known = parameter_paths_of_parts(types);
  for (std::size_t dot = path.find('.'); dot != std::string::npos; dot = path.find('.', dot + 1))
    if (known.count(path.substr(dot + 1)) != 0) return {path.substr(0, dot), path.substr(dot + 1)};
  const std::size_t last = path.rfind('.');
  if (last == std::string::npos) return {path, ""};
  return {path.substr(0, last), path.substr(last + 1)};
}

std::vector<InstanceAssignment> flatten_instance(const std::string& pattern, const SourcePosition& pattern_position,
                                                 const std::string& path, const SourcePosition& path_position,
                                                 const YamlNode& value) {
  if (!value.is_map()) return {{pattern, path, pattern_position, path_position, value}};
  std::vector<InstanceAssignment> assignments;
  for (std::size_t i = 0; i < value.keys.size(); ++i) {
    const std::string inner = path.empty() ? value.keys[i].text : path + "." + value.keys[i].text;
    for (InstanceAssignment& assignment :
         flatten_instance(pattern, pattern_position, inner, value.keys[i].position, value.items[i]))
      assignments.push_back(std::move(assignment));
  }
  return assignments;
}

std::vector<InstanceAssignment> read_instances(const YamlNode& node) {
  std::vector<InstanceAssignment> assignments;
  if (!node.is_map())
    throw InputError(node.position, fmt::format("`instances` has {} instead of a map", node.kind_name()),
                     "Write lines such as \"node[0].raid[*]\": {dma_engines: 2}");
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    const YamlNode& parameters = node.items[i];
    if (!parameters.is_map())
      throw InputError(
          parameters.position,
          fmt::format("`{}` has {} instead of a map of parameters", node.keys[i].text, parameters.kind_name()),
          "Write {parameter: value} after the colon");
    for (InstanceAssignment& assignment :
         flatten_instance(node.keys[i].text, node.keys[i].position, "", node.keys[i].position, parameters))
      assignments.push_back(std::move(assignment));
  }
  return assignments;
}

}  // namespace isochron
