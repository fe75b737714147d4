// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/faults/fault_declaration.h>
#include <isochron/machine/language/effects.h>

namespace isochron {

/// Effects of a machine file's parameters on the machine that it describes. One has an effect where an expression with
/// its name decides how the machine is built, or sets what counts there.
class ParameterUses {
 public:
  /// `netlist` is what `file` came to, with `faults`; all must outlive this.
  ParameterUses(const MachineFile& file, const Netlist& netlist, const std::vector<FaultDeclaration>& faults);

  /// Why no value of this parameter of the machine has an effect: "it sets `clock` of a `pci_bus`, which counts with
  /// `timing: protocol`"; empty: one may have.
  std::string why_idle(const std::string& parameter) const;

 private:
  const Effects& uses_of(const TypeDeclaration& type);
  /// A choice has an effect where a parameter that its presets set has one.
  static void add_presets(const TypeDeclaration& machine, Effects& uses);
  void add_body(const TypeDeclaration& type, Effects& uses);
  void add_connection(const ConnectionDeclaration& connection, Effects& uses);
  /// The settings of what is declared at `position` as `name`.
  void add_settings(const std::vector<Setting>& settings, const SourcePosition& position, const std::string& name,
                    Effects& uses) const;

  const MachineFile& file_;
  const Netlist& netlist_;
  std::unordered_map<std::string, std::vector<std::size_t>> parts_;  ///< by the place of their declaration
  std::map<const TypeDeclaration*, Effects> uses_;
};

}  // namespace isochron
