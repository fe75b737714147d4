// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/observe/parameter_table.h>
#include <isochron/scenario/scenario_point.h>
#include <isochron/scenario/source_position.h>

namespace isochron {

/// Something that a scenario sets and that changes nothing.
struct IdleSetting {
  SourcePosition position;
  std::string cause;   ///< "`pci.clock` has no effect: it counts with `pci.timing: protocol`"
  std::string remedy;  ///< what has an effect instead
};

/// The whole of it for people, with its place.
std::string idle_text(const IdleSetting& setting);

/// What to say of `parameter`, which does not count, where it was set as `name`.
IdleSetting idle_setting(const SourcePosition& position, const std::string& name, const Parameter& parameter);

/// Parameters of the machine that the scenario sets or varies and that count at no point; those at their defaults are
/// not spoken of, since they mislead nobody.
std::vector<IdleSetting> idle_settings(const std::vector<ScenarioPoint>& points, const MachineType& type);

}  // namespace isochron
