// SPDX-License-Identifier: Apache-2.0
#include "support/library_machine.h"

#include <stdexcept>

#include <isochron/machine/language/machine_library.h>
#include <isochron/scenario/value_reader.h>
#include <isochron/scenario/yaml_reader.h>

namespace isochron::testbench {

namespace {

const Parameter& parameter_at(const ParameterTable& table, const std::string& path) {
  const Parameter* const parameter = table.find(path);
  if (parameter == nullptr) throw std::out_of_range("no parameter " + path);
  return *parameter;
}

}  // namespace

void set_all(MachineDescription& machine, const Settings& settings) {
  const ParameterTable table = machine.parameters();
  for (const auto& [path, text] : settings) {
    const Parameter& parameter = parameter_at(table, path);
    parameter.set(read_value(read_yaml(text, path), parameter));
  }
}

ParameterValue stored_value(MachineDescription& machine, const std::string& path) {
  const ParameterTable table = machine.parameters();
  return parameter_at(table, path).get();
}

std::uint64_t number_of(MachineDescription& machine, const std::string& path) {
  const ParameterValue value = stored_value(machine, path);
  const auto* const number = std::get_if<std::uint64_t>(&value);
  return number == nullptr ? 0 : *number;
}

std::unique_ptr<MachineDescription> library_machine(const std::string& name, const Settings& settings) {
  static const MachineLibrary library;
  const std::shared_ptr<const MachineType> type = library.in_library(name);
  if (type == nullptr) throw std::out_of_range("no machine " + name);
  std::unique_ptr<MachineDescription> machine = type->make();
  set_all(*machine, settings);
  return machine;
}

std::vector<ParameterProblem> problems_of(const std::string& name, const Settings& settings) {
  return library_machine(name, settings)->parameters().problems();
}

ReplicationRecord run_library_machine(const std::string& name, const Settings& settings, std::uint64_t seed,
                                      InstanceOverrides* overrides) {
  MeasurePlan plan;
  plan.seed = seed;
  const std::unique_ptr<MachineDescription> machine = library_machine(name, settings);
  machine->set_instances(overrides);
  return machine->run(plan, {});
}

}  // namespace isochron::testbench
