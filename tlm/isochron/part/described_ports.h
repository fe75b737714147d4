// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/observe/type_registry.h>
#include <isochron/part/part_config.h>

namespace isochron {

/// The ports of a type as its TypeInfo describes them, for PartConfig::ports(): their names, roles and protocols, and
/// which are arrays, are said there alone.
class DescribedPorts {
 public:
  /// Throws std::out_of_range if there is no such type.
  explicit DescribedPorts(const std::string& type);

  /// Those that are called so: "window" for "window[j]". Throws std::logic_error if there are none, or they are peers.
  PortGroup operator[](const std::string& name) const;
  /// Peers that are called so. Throws std::logic_error if there are none.
  PeerGroups peers(const std::string& name) const;
  /// All, in the order of the description; of peers the output first.
  std::vector<PortGroup> all() const;

 private:
  const PortInfo& info(const std::string& name) const;

  const TypeInfo& info_;
};

}  // namespace isochron
