// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/scenario_instances.h>

#include <set>

#include <fmt/format.h>

#include <isochron/scenario/input_error.h>
#include <isochron/scenario/instance_paths.h>
#include <isochron/scenario/value_reader.h>

namespace isochron {

void ScenarioInstances::apply(const std::string& name, ParameterTable& table) {
  std::set<const Parameter*> settled;
  for (std::size_t i = settings_.size(); i-- > 0;) {  // the last one holds
    const InstanceAssignment& assignment = settings_[i].assignment;
    if (!matches_instance(assignment.pattern, name)) continue;
    const Parameter* parameter = table.find(assignment.path);
    if (parameter == nullptr) continue;  // a pattern may match parts of several types
    used_[i] = true;
    const ParameterValue value = read_value(assignment.value, *parameter);
    if (!settled.insert(parameter).second) continue;
    require_present(assignment.value, *parameter);  // what the program has, a part in its place may not have
    parameter->set(value);
  }
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
