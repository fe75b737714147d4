// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/language/effects.h>

#include <algorithm>

#include <fmt/format.h>

namespace isochron {

std::set<std::string> names_of(const Setting& setting) {
  std::set<std::string> names;
  if (setting.value) setting.value->add_names(names);
  for (const YamlNode& item : setting.raw.items)
    if (item.is_scalar()) Expression::parse(item.text, item.position).add_names(names);
  return names;
}

std::string why_uncounted(const ParameterTable& table, const std::string& path, const std::string& owner) {
  const Parameter* const parameter = table.find(path);
  if (parameter == nullptr || parameter->counts()) return {};
  const auto missing = std::find_if(parameter->conditions.begin(), parameter->conditions.end(),
                                    [](const Condition& condition) { return !condition.holds(); });
  return fmt::format("it sets `{}` of {}, which counts with `{}: {}`", path, owner, missing->path, missing->values);
}

std::string why_absent(const Setting& setting, const std::string& owner) {
  return fmt::format("it sets `{}` of {}, which is not there", setting.path, owner);
}

void Effects::add(const std::set<std::string>& names, const std::string& why) {
  for (const std::string& name : names)
    if (why.empty())
      effective.insert(name);
    else
      idle.emplace(name, why);
}

void Effects::add(const std::optional<Expression>& expression) {
  if (expression) expression->add_names(effective);
}

void Effects::add(const PathTemplate& path) {
  for (const PathTemplate::Segment& segment : path.segments())
    for (const Expression& index : segment.indices) index.add_names(effective);
}

void Effects::add(const std::vector<Setting>& settings, const ParameterTable* table, const std::string& owner) {
  for (const Setting& setting : settings)
    add(names_of(setting), table == nullptr ? why_absent(setting, owner) : why_uncounted(*table, setting.path, owner));
}

}  // namespace isochron
