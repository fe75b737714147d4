// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include <isochron/machine/run/machine_description.h>
#include <isochron/observe/instance_overrides.h>

namespace isochron::testbench {

/// Parameters of a machine as scenarios set them: {{"io.mode", "disk"}, {"bytes", "32 kB"}}.
using Settings = std::map<std::string, std::string>;

/// Throws InputError where a value is none, std::out_of_range where there is no such parameter.
void set_all(MachineDescription& machine, const Settings& settings);

/// The machine of the library's file `name`. Throws as set_all() does, and std::out_of_range where there is no machine.
std::unique_ptr<MachineDescription> library_machine(const std::string& name, const Settings& settings = {});

/// The value of a parameter in stored form. Throws std::out_of_range where there is no such parameter.
ParameterValue stored_value(MachineDescription& machine, const std::string& path);

template <class Value>
Value value_of(MachineDescription& machine, const std::string& path) {
  return std::get<Value>(stored_value(machine, path));
}
/// That of a number; 0 where it has a name, such as `off`.
std::uint64_t number_of(MachineDescription& machine, const std::string& path);

/// What the checks of the machine's parameters find.
std::vector<ParameterProblem> problems_of(const std::string& name, const Settings& settings);

/// One replication, in this process. Throws ModelError.
ReplicationRecord run_library_machine(const std::string& name, const Settings& settings, std::uint64_t seed = 1,
                                      InstanceOverrides* overrides = nullptr);

}  // namespace isochron::testbench
