// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/language/machine_file.h>

namespace isochron {

/// What a connection says of the master on the bus that it leads to, with the names that its expressions may have.
class MasterSettings {
 public:
  /// `settings` must outlive this.
  MasterSettings(const std::vector<Setting>& settings, Names names) : settings_(settings), names_(std::move(names)) {}

  /// Sets it at the input `port` of `part`, which the file calls `written`. Throws InputError where that is no device
  /// of a bus that has such settings.
  void apply(FlatPart& part, const PortRef& port, const std::string& written) const;

 private:
  const std::vector<Setting>& settings_;
  Names names_;
};

}  // namespace isochron
