// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/observe/instance_overrides.h>
#include <isochron/scenario/scenario_point.h>

namespace isochron {

/// Gives a machine that builds itself what the scenario says of single instances; a later setting wins over an earlier
/// one.
class ScenarioInstances : public InstanceOverrides {
 public:
  /// `settings` must outlive this object.
  explicit ScenarioInstances(const std::vector<InstanceSetting>& settings)
      : settings_(settings), used_(settings.size(), false) {}

  /// Throws InputError when a value does not fit this instance.
  void apply(const std::string& name, ParameterTable& table) override;

  /// Throws InputError when the machine never offered a part that a setting is for.
  void require_all_used() const;

 private:
  const std::vector<InstanceSetting>& settings_;
  std::vector<bool> used_;
};

}  // namespace isochron
