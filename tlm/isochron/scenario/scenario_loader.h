// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <isochron/machine/run/machine_description.h>
#include <isochron/observe/type_registry.h>
#include <isochron/scenario/scenario.h>

namespace isochron {

/// Finds the machines that files describe.
class MachineFiles {
 public:
  virtual ~MachineFiles() = default;
  /// The machine of the file that `name` is the path of, seen from the scenario `file`, or that stands beside it as
  /// NAME.yaml; nullptr: there is no such file. Throws InputError where it is no machine.
  virtual std::shared_ptr<const MachineType> beside(const std::string& name, const std::string& file) const = 0;
  /// Whether beside() has a file to read.
  virtual bool has_beside(const std::string& name, const std::string& file) const = 0;
  /// Names of those beside the scenario `file`.
  virtual std::vector<std::string> around(const std::string& file) const = 0;
  /// The same as beside() of the library's folder for machines.
  virtual std::shared_ptr<const MachineType> in_library(const std::string& name) const = 0;
  virtual bool has_in_library(const std::string& name) const = 0;
  /// Names of the library's.
  virtual std::vector<std::string> library() const = 0;
  /// Types of the parts of such machines, with all that a file can set of them.
  virtual const TypeRegistry& part_types() const = 0;
};

/// Reads scenario files for the machines it is given. Parameters' names are checked here, their values in
/// `resolve_points`.
class ScenarioLoader {
 public:
  /// `machines` must outlive the loader.
  explicit ScenarioLoader(const MachineFiles& machines) : machines_(machines) {}

  /// Reads `file` and applies `changes`, each "path=value" as the command line has it (--set).
  /// Throws FileError or InputError.
  Scenario load(const std::string& file, const std::vector<std::string>& changes) const;

  /// Reads of `file` what a list shows: its name, system and title. Throws FileError, or InputError: no scenario, or of
  /// a system that there is not; what else may be wrong is not looked for.
  Scenario load_heading(const std::string& file) const;

  /// The same as load() for a text that is at hand; `file` is what messages call it.
  Scenario parse(const std::string& text, const std::string& file, const std::vector<std::string>& changes) const;

 private:
  /// A machine of a type, with parameters as they are at first.
  struct Prototype {
    std::shared_ptr<const MachineType> type;
    std::unique_ptr<MachineDescription> machine;
    ParameterTable parameters;
  };

  const Prototype& prototype_of(const std::shared_ptr<const MachineType>& type) const;
  /// All that load_heading() reads, of the scenario `root`.
  Scenario read_heading(const YamlNode& root, const std::string& file) const;
  /// What a scenario in `file` may have as `system`, those beside it first.
  std::vector<std::string> known_machines(const std::string& file) const;
  std::shared_ptr<const MachineType> find_machine(const std::string& name, const std::string& file) const;
  void read_variations(const YamlNode& node, const ParameterTable& table, Scenario& scenario) const;
  void change(const std::string& option, const ParameterTable& table, Scenario& scenario) const;
  void change_parameters(const YamlNode& value, const std::string& path, const ParameterTable& table,
                         Scenario& scenario) const;

  const MachineFiles& machines_;
  mutable std::map<const MachineType*, Prototype> prototypes_;  ///< one serves all scenarios of its type
};

}  // namespace isochron
