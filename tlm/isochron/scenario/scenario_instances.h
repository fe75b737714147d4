// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <isochron/observe/instance_overrides.h>
#include <isochron/observe/parameter_table.h>
#include <isochron/scenario/idle_settings.h>
#include <isochron/scenario/scenario_point.h>

namespace isochron {

/// Gives a machine that builds itself what the scenario says of single instances; a later setting wins over an earlier
/// one.
class ScenarioInstances : public InstanceOverrides {
 public:
  explicit ScenarioInstances(std::vector<InstanceSetting> settings)
      : settings_(std::move(settings)), used_(settings_.size(), false), counted_(settings_.size(), false) {}

  /// Throws InputError when a value does not fit this instance, or not beside its other parameters.
  void apply(const std::string& name, ParameterTable& table) override;

  /// Throws InputError when the machine never offered a part that a setting is for.
  void require_all_used() const;

  /// Settings that changed nothing at any of their parts.
  std::vector<IdleSetting> idle() const;

 private:
  /// `settled`: the parameters of `table` that were set, each with its setting's number.
  void require_fit(const std::string& name, const ParameterTable& table,
                   const std::map<const Parameter*, std::size_t>& settled) const;

  const std::vector<InstanceSetting> settings_;
  std::vector<bool> used_;
  std::vector<bool> counted_;
  std::map<std::size_t, IdleSetting> idle_;  ///< by number of the setting
};

}  // namespace isochron
