// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include <isochron/machine/language/machine_file.h>

namespace isochron {

/// Parts that fail together, by the name of the group.
using PartGroups = std::map<std::string, std::vector<PatternTemplate>>;

/// A fault as a scenario, or a machine file, describes it.
struct FaultDeclaration {
  std::string name;  ///< of its figures: "fault0"
  std::string kind;  ///< "down", "bit_errors", "set", "slow", "random", "fail"
  SourcePosition position;
  std::vector<PatternTemplate> on;  ///< one or more
  std::vector<Setting> settings;    ///< of FaultOptions
  std::vector<Setting> changes;     ///< of parameters of the parts
  bool of_machine = false;          ///< the machine file has it
};

}  // namespace isochron
