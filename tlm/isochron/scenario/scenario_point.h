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

/// The value that a varied parameter has at a point.
struct VariedValue {
  std::string path;
  ParameterValue value;
  Quantity quantity = Quantity::count;
  std::string text;  ///< as the scenario has it
};

/// An instance's parameter with its value, checked against the type of the parts that the pattern matches.
struct InstanceSetting {
  InstanceAssignment assignment;
  ParameterValue value;
  Quantity quantity = Quantity::count;
};

class ScenarioInstances;

/// One machine to simulate: the scenario with one value for each varied parameter.
struct ScenarioPoint {
  std::vector<VariedValue> varied;
  std::vector<InstanceSetting> instances;
  std::shared_ptr<ScenarioInstances> overrides;   ///< `instances` as the machine asks for them; nullptr: none
  std::unique_ptr<MachineDescription> machine;    ///< configured
  bool instances_counted = false;                 ///< what the machine says by arithmetic takes instances as they are
  std::map<std::string, SourcePosition> origins;  ///< of the parameters that are not at their default

  /// What instances set and what arithmetic says does not count: "node[*].gige[*].rate".
  std::vector<std::string> uncounted() const;
  /// What arithmetic says carries any load, and is not limited by instances either.
  std::vector<UnlimitedParts> unlimited() const;
  /// "target_bandwidth = 240 MB/s", for messages and tables; empty when nothing is varied.
  std::string label() const;
};

/// All points of the scenario, the first variation slowest. Everything that can be checked before simulating is
/// checked: values, ranges, whether the parameters fit together, whether patterns match parts that have the parameter.
/// Throws InputError.
std::vector<ScenarioPoint> resolve_points(const Scenario& scenario, const MachineType& type, const TypeRegistry& types);

/// What a replication of each point will cost, in a process that has the descriptions of all.
std::vector<RunSize> run_sizes(const std::vector<ScenarioPoint>& points, const Measure& measure);

}  // namespace isochron
