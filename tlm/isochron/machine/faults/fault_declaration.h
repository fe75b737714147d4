// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/machine/language/machine_file.h>

namespace isochron {

/// A fault as a scenario, or a machine file, describes it.
struct FaultDeclaration {
  std::string name;  ///< of its figures: "fault0"
  std::string kind;  ///< "down", "bit_errors", "set", "slow", "random"
  SourcePosition position;
  PatternTemplate on;
  std::vector<Setting> settings;  ///< of FaultOptions
  std::vector<Setting> changes;   ///< of parameters of the parts
  bool of_machine = false;        ///< the machine file has it
};

}  // namespace isochron
