// SPDX-License-Identifier: Apache-2.0
#include <isochron/compose/idle_numbers.h>

#include <algorithm>

#include <fmt/format.h>

#include <isochron/scenario/input_error.h>

namespace isochron {

bool depends_on_names(const Setting& setting, const Names& names) {
  try {
    return !setting.value || !(setting.value->evaluate(names) == setting.value->evaluate(Names()));
  } catch (const InputError&) {
    return true;
  }
}

std::vector<Doubt> idle_numbers(const std::vector<Setting>& settings, const ParameterTable& table, const Names& names,
                                const std::string& owner) {
  std::vector<Doubt> doubts;
  for (const Setting& setting : settings) {
    const Parameter* const parameter = table.find(setting.path);
    if (!setting.value || parameter == nullptr || parameter->counts()) continue;
    const auto missing = std::find_if(parameter->conditions.begin(), parameter->conditions.end(),
                                      [](const Condition& condition) { return !condition.holds(); });
    const bool is_open = std::any_of(settings.begin(), settings.end(), [&](const Setting& other) {
      return other.path == missing->path && depends_on_names(other, names);
    });
    if (!is_open)
      doubts.push_back({fmt::format("`{}` of {} has no effect ({}): it counts with `{}: {}`", setting.path, owner,
                                    setting.position.text(), missing->path, missing->values),
                        fmt::format("Set `{}`, or take it out", missing->path)});
  }
  return doubts;
}

void add_doubts(const std::vector<Doubt>& more, std::vector<Doubt>& doubts) {
  for (const Doubt& one : more)
    if (std::none_of(doubts.begin(), doubts.end(), [&one](const Doubt& known) { return known.cause == one.cause; }))
      doubts.push_back(one);
}

}  // namespace isochron
