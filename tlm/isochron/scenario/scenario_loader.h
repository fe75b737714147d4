// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include <isochron/observe/type_registry.h>
#include <isochron/scenario/scenario.h>
#include <isochron/system/machine.h>

namespace isochron {

/// Reads scenario files for the machines it is given. Parameters' names are checked here, their values in
/// `resolve_points`.
class ScenarioLoader {
 public:
  /// Both must outlive the loader.
  ScenarioLoader(const std::map<std::string, MachineType>& machines, const TypeRegistry& types)
      : machines_(machines), types_(types) {}

  /// Reads `file` and applies `changes`, each "path=value" as the command line has it (--set).
  /// Throws FileError or InputError.
  Scenario load(const std::string& file, const std::vector<std::string>& changes) const;

  /// The same for a text that is at hand; `file` is what messages call it.
  Scenario parse(const std::string& text, const std::string& file, const std::vector<std::string>& changes) const;

 private:
  const MachineType& read_system(const YamlNode& root, Scenario& scenario) const;
  void read_variations(const YamlNode& node, const ParameterTable& table, Scenario& scenario) const;
  void change(const std::string& option, const ParameterTable& table, Scenario& scenario) const;
  void change_parameters(const YamlNode& value, const std::string& path, const ParameterTable& table,
                         Scenario& scenario) const;

  const std::map<std::string, MachineType>& machines_;
  const TypeRegistry& types_;
};

}  // namespace isochron
