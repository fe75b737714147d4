// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/point_conditions.h>

#include <algorithm>

#include <fmt/format.h>

#include <isochron/scenario/input_error.h>
#include <isochron/scenario/parameter_paths.h>
#include <isochron/scenario/value_reader.h>

namespace isochron {

namespace {

bool meets(const ScenarioPoint& point, const ParameterTable& table, const ParameterCondition& condition) {
  if (const Parameter* parameter = table.find(condition.path))
    return read_value(condition.value, *parameter) == parameter->get();
  // An instance's parameter.
  for (const VariedValue& varied : point.varied) {
    if (varied.path != condition.path) continue;
    if (const auto* name = std::get_if<std::string>(&varied.value))
      return read_text(condition.value, condition.path) == *name;
    Parameter parameter;
    parameter.path = varied.path;
    parameter.quantity = varied.quantity;
    return read_value(condition.value, parameter) == varied.value;
  }
  throw InputError(condition.value.position, fmt::format("unknown parameter `{}`", condition.path.substr(0, 80)),
                   suggest_parameter(condition.path, table));
}

}  // namespace

bool meets(const ScenarioPoint& point, const std::vector<ParameterCondition>& conditions) {
  const ParameterTable table = point.machine->parameters();
  return std::all_of(conditions.begin(), conditions.end(),
                     [&](const ParameterCondition& condition) { return meets(point, table, condition); });
}

bool others_are_default(const ScenarioPoint& point, const std::vector<ParameterCondition>& conditions,
                        const MachineType& type) {
  if (!point.instances.empty()) return false;
  const std::unique_ptr<MachineDescription> standard = type.make();
  const ParameterTable defaults = standard->parameters();
  const ParameterTable actual = point.machine->parameters();
  // The presets of a choice that is named are its defaults.
  for (const ParameterCondition& condition : conditions)
    if (const Parameter* const parameter = actual.find(condition.path))
      if (parameter->quantity == Quantity::choice) defaults.find(condition.path)->set(parameter->get());
  for (const Parameter& parameter : actual.all()) {
    const bool named = std::any_of(conditions.begin(), conditions.end(), [&](const ParameterCondition& condition) {
      return condition.path == parameter.path;
    });
    if (!named && !(parameter.get() == defaults.find(parameter.path)->get())) return false;
  }
  return true;
}

}  // namespace isochron
