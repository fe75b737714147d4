// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isochron {

class ParameterTable;

/// The `instances` part of a scenario as a machine sees it: while it builds, it offers each part's configuration by
/// name.
class InstanceOverrides {
 public:
  virtual ~InstanceOverrides() = default;
  /// Writes what the scenario says of the instance `name` (such as "node[0].raid[1]") into `table`.
  virtual void apply(const std::string& name, ParameterTable& table) = 0;
};

}  // namespace isochron
