// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/scenario_instances.h>

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include <isochron/scenario/input_error.h>
#include <isochron/scenario/instance_paths.h>
#include <isochron/scenario/remedy.h>
#include <isochron/scenario/value_reader.h>

namespace isochron {

void ScenarioInstances::apply(const std::string& name, ParameterTable& table) {
  std::map<const Parameter*, std::size_t> settled;    // by which setting
  for (std::size_t i = settings_.size(); i-- > 0;) {  // the last one holds
    const InstanceAssignment& assignment = settings_[i].assignment;
    if (!matches_instance(assignment.pattern, name)) continue;
    const Parameter* parameter = table.find(assignment.path);
    if (parameter == nullptr) continue;  // a pattern may match parts of several types
    used_[i] = true;
    const ParameterValue value = read_value(assignment.value, *parameter);
    if (!settled.emplace(parameter, i).second) continue;
    require_present(assignment.value, *parameter);  // what the program has, a part in its place may not have
    parameter->set(value);
  }
  if (settled.empty()) return;
  require_fit(name, table, settled);
  for (const auto& [parameter, i] : settled) {
    if (parameter->counts()) counted_[i] = true;
    const InstanceAssignment& assignment = settings_[i].assignment;
    if (!counted_[i])
      idle_[i] = idle_setting(assignment.path_position, assignment.pattern + "." + assignment.path, *parameter);
  }
}

void ScenarioInstances::require_fit(const std::string& name, const ParameterTable& table,
                                    const std::map<const Parameter*, std::size_t>& settled) const {
  for (const ParameterProblem& problem : table.problems()) {
    std::set<std::string> asked;
    const InstanceAssignment* blamed = &settings_[settled.begin()->second].assignment;
    for (const auto& [parameter, i] : settled) {
      asked.insert(parameter->path);
      const auto& others = problem.others;
      if (std::find(others.begin(), others.end(), parameter->path) != others.end()) blamed = &settings_[i].assignment;
    }
    std::vector<Remedy> remedies = find_remedies(table, problem, asked);
    for (Remedy& remedy : remedies)
      for (auto& [path, value] : remedy) path.insert(0, instances_prefix + blamed->pattern + ".");
    throw InputError(blamed->value.position, fmt::format("`{}` of {}: {}", problem.path, name, problem.message),
                     remedy_text(problem, remedies), remedies);
  }
}

std::vector<IdleSetting> ScenarioInstances::idle() const {
  std::vector<IdleSetting> idle;
  for (const auto& [i, setting] : idle_)
    if (!counted_[i]) idle.push_back(setting);
  return idle;
}

void ScenarioInstances::require_all_used() const {
  for (std::size_t i = 0; i < settings_.size(); ++i) {
    const InstanceAssignment& assignment = settings_[i].assignment;
    if (!used_[i])
      throw InputError(
          assignment.path_position,
          fmt::format("no part that `{}` matches takes `{}` for itself", assignment.pattern, assignment.path),
          "Set it for the whole machine under `parameters`");
  }
}

}  // namespace isochron
