// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/language/parameter_groups.h>

#include <algorithm>
#include <optional>

namespace isochron {

namespace {

/// What follows `beginning` in `path`: ".slice" after "pci"; nullopt: it does not begin so.
std::optional<std::string> rest_after(const std::string& path, const std::string& beginning) {
  if (path.rfind(beginning, 0) != 0) return std::nullopt;
  std::string rest = path.substr(beginning.size());
  if (!rest.empty() && rest.front() != '.') return std::nullopt;
  return rest;
}

}  // namespace

std::string outer_name(const ParameterGroup& group, const std::string& inside) {
  if (setting_of(group, inside) != nullptr) return {};
  const bool is_left_out =
      std::any_of(group.without.begin(), group.without.end(),
                  [&inside](const ParameterGroup::Name& one) { return rest_after(inside, one.inside).has_value(); });
  if (is_left_out) return {};
  for (const ParameterGroup::Name& one : group.names)
    if (const std::optional<std::string> rest = rest_after(inside, one.inside)) return one.outside + *rest;
  if (!group.names.empty()) return {};
  return group.prefix.empty() ? inside : group.prefix + "." + inside;
}

const Setting* setting_of(const ParameterGroup& group, const std::string& inside) {
  const auto found = std::find_if(group.settings.begin(), group.settings.end(),
                                  [&inside](const Setting& setting) { return setting.path == inside; });
  return found == group.settings.end() ? nullptr : &*found;
}

}  // namespace isochron
