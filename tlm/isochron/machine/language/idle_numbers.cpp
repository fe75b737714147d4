// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/language/idle_numbers.h>

#include <algorithm>
#include <set>
#include <string>

#include <fmt/format.h>

#include <isochron/scenario/input_error.h>

namespace isochron {

bool depends_on_names(const Setting& setting, const Names& names) {
  if (!setting.value) return true;
  std::set<std::string> used;
  setting.value->add_names(used);
  return std::any_of(used.begin(), used.end(), [&names](const std::string& name) { return names.find(name); });
}

std::vector<Warning> idle_numbers(const std::vector<Setting>& settings, const ParameterTable& table, const Names& names,
                                  const std::string& owner) {
  std::vector<Warning> warnings;
  for (const Setting& setting : settings) {
    const Parameter* const parameter = table.find(setting.path);
    if (!setting.value || setting.from_group || parameter == nullptr || parameter->counts()) continue;
    const auto missing = std::find_if(parameter->conditions.begin(), parameter->conditions.end(),
                                      [](const Condition& condition) { return !condition.holds(); });
    const bool is_open = std::any_of(settings.begin(), settings.end(), [&](const Setting& other) {
      return other.path == missing->path && depends_on_names(other, names);
    });
    if (!is_open)
      warnings.push_back({fmt::format("`{}` of {} has no effect ({}): it counts with `{}: {}`", setting.path, owner,
                                      setting.position.text(), missing->path, missing->values),
                          fmt::format("Set `{}`, or take it out", missing->path)});
  }
  return warnings;
}

void add_warnings(const std::vector<Warning>& more, std::vector<Warning>& warnings) {
  for (const Warning& one : more)
    if (std::none_of(warnings.begin(), warnings.end(),
                     [&one](const Warning& known) { return known.cause == one.cause; }))
      warnings.push_back(one);
}

}  // namespace isochron
