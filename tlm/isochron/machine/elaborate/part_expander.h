// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/elaborate/part_names.h>
#include <isochron/machine/elaborate/part_values.h>
#include <isochron/machine/elaborate/wire.h>
#include <isochron/observe/instance_overrides.h>

namespace isochron {

/// Makes the parts of a machine: arrays, types within types, links. The ends that it joins are still pairs of paths.
class PartExpander {
 public:
  /// `file` and `overrides` must outlive this; parts and warnings of `netlist`, and `names`, are filled.
  PartExpander(const MachineFile& file, InstanceOverrides* overrides, Netlist& netlist, PartNames& names)
      : file_(file),
        overrides_(overrides),
        parts_(netlist.parts),
        warnings_(netlist.warnings),
        part_names_(names),
        part_values_(parts_) {}

  /// All of the machine, with its parameters as `parameters` says. Throws InputError.
  std::vector<Wire> expand(const Names& parameters);

 private:
  void expand(const TypeDeclaration& type, const std::string& prefix, Names& names);
  void expand_part(const PartDeclaration& part, const std::string& prefix, const Names& names);
  /// `scope`: what stands before the names of its parts.
  void expand_composite(const TypeDeclaration& type, const PartDeclaration& part, const std::string& path,
                        const std::string& scope, const Names& outside);
  void add_part(const std::string& path, const std::string& type, const SourcePosition& position,
                const std::vector<Setting>& settings, const std::string& about, const Names& names);
  void configure(PartConfig& config, const std::string& path, const std::string& type, const SourcePosition& position,
                 const std::vector<Setting>& settings, const Names& names);
  void connect(const ConnectionDeclaration& connection, const std::string& prefix, const Names& names);
  /// `more` parts of the library, before they are made.
  void require_room(std::uint64_t more, const SourcePosition& position) const;

  const MachineFile& file_;
  InstanceOverrides* overrides_;
  std::vector<FlatPart>& parts_;
  std::vector<Warning>& warnings_;
  PartNames& part_names_;
  PartValues part_values_;
  std::vector<Wire> wires_;
  std::set<std::string> sound_;  ///< types whose defaults are known to fit together
  bool down_ = false;            ///< of what stands in a part that is down
  int depth_ = 0;
  std::uint64_t composites_ = 0;  ///< parts that are made of others
  std::uint64_t places_ = 0;      ///< of the arrays of ports of types
  std::uint64_t turns_ = 0;       ///< of loops
};

}  // namespace isochron
