// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/faults/fault_reader.h>

#include <array>

#include <fmt/format.h>

#include <isochron/machine/faults/fault_options.h>
#include <isochron/machine/language/declaration_reader.h>
#include <isochron/machine/language/parameter_store.h>
#include <isochron/machine/language/scope_checks.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/value_reader.h>

namespace isochron {

namespace {

constexpr const char* fault_remedy =
    "Write one of {down: PARTS}, {slow: PARTS}, {fail: SCOPE}, {random: PARTS}, {set: {PARAMETER: VALUE}, on: PARTS}, "
    "{bit_errors: PROBABILITY, on: PARTS}";

/// The key that says what kind of fault the entry is.
std::string kind_of_fault(const YamlNode& entry) {
  std::string found;
  for (const YamlNode::Key& key : entry.keys) {
    constexpr std::array<const char*, 6> kinds{"down", "bit_errors", "set", "slow", "random", "fail"};
    if (std::find(kinds.begin(), kinds.end(), key.text) == kinds.end()) continue;
    if (!found.empty())
      throw InputError(key.position, fmt::format("a fault that is `{}` and `{}`", found, key.text),
                       "Make two faults of it");
    found = key.text;
  }
  if (found.empty()) throw InputError(entry.position, "a fault that does nothing", fault_remedy);
  return found;
}

/// A pattern or a list of them; a name of a group stands for what is in it.
std::vector<PatternTemplate> read_on(const YamlNode& node, const std::string& key, const Expression::Scope& scope,
                                     const PartGroups& groups) {
  std::vector<PatternTemplate> on;
  const auto add = [&](const YamlNode& item) {
    const std::string& text = read_text(item, key);
    if (const auto group = groups.find(text); group != groups.end()) {
      on.insert(on.end(), group->second.begin(), group->second.end());
      return;
    }
    on.push_back(PatternTemplate::parse(text, item.position));
    check_indices(on.back().indices(), scope, text);
  };
  if (!node.is_sequence()) {
    add(node);
    return on;
  }
  if (node.items.empty())
    throw InputError(node.position, fmt::format("`{}` names no part", key), "Write the path of one: node[0]");
  for (const YamlNode& item : node.items) add(item);
  return on;
}

FaultDeclaration read_fault(const YamlNode& entry, std::string name, const Expression::Scope& scope,
                            const PartGroups& groups) {
  if (!entry.is_map())
    throw InputError(entry.position, fmt::format("`faults` has {} instead of a map", entry.kind_name()), fault_remedy);
  const std::string kind = kind_of_fault(entry);
  const bool has_on = kind == "set" || kind == "bit_errors";
  const YamlNode& on =
      has_on ? required(entry, "on", fmt::format("a fault with `{}`", kind), "Add `on: PARTS`") : *entry.find(kind);
  if (const YamlNode* const own = entry.find("name"))
    name = checked_name(read_text(*own, "name"), own->position, "a fault");
  FaultDeclaration fault{
      std::move(name), kind, entry.position, read_on(on, has_on ? "on" : kind, scope, groups), {}, {}};
  std::vector<std::string> others{"on", "name"};
  if (kind != "bit_errors") others.push_back(kind);
  if (const YamlNode* const rebuild = entry.find("rebuild")) {
    require_entries(*rebuild, "rebuild");
    if (rebuild->keys.empty()) throw InputError(rebuild->position, "`rebuild` has no `rate`", "Add `rate: 10 MB/s`");
  }
  fault.settings = read_settings(entry, others);
  FaultOptions options;
  const ParameterTable table = options.parameters(kind);
  for (const Setting& setting : fault.settings)
    check_setting(setting, table, scope, fmt::format("a fault with `{}`", kind));
  if (kind != "set") return fault;
  const YamlNode& changes = *entry.find("set");
  require_entries(changes, "set");
  fault.changes = read_settings(changes, {});
  if (fault.changes.empty())
    throw InputError(changes.position, "`set` changes nothing", "Write {PARAMETER: VALUE}, such as {rate: 50 %}");
  return fault;
}

}  // namespace

PartGroups read_groups(const YamlNode& node, const Expression::Scope& scope) {
  require_entries(node, "groups");
  PartGroups groups;
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    const std::string& name = checked_name(node.keys[i].text, node.keys[i].position, "a group");
    groups[name] = read_on(node.items[i], name, scope, {});
  }
  return groups;
}

void read_faults(const YamlNode& node, const Expression::Scope& scope, const PartGroups& groups,
                 std::vector<FaultDeclaration>& faults) {
  if (!node.is_sequence())
    throw InputError(node.position, fmt::format("`faults` has {} instead of a list", node.kind_name()),
                     "Write lines `- {at: 1 s, down: PARTS, for: 200 ms}`");
  for (const YamlNode& entry : node.items) {
    FaultDeclaration fault = read_fault(entry, fmt::format("fault{}", faults.size()), scope, groups);
    for (const FaultDeclaration& other : faults)
      if (other.name == fault.name)
        throw InputError(fault.position, fmt::format("two faults have the name `{}`", fault.name),
                         "Give one another name");
    faults.push_back(std::move(fault));
  }
}

}  // namespace isochron
