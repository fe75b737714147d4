// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <isochron/machine/faults/fault_options.h>

namespace isochron {

/// A fault of a machine, all names resolved.
struct FlatFault {
  std::string name;  ///< of its figures
  std::string kind;
  std::string on;  ///< pattern of its parts
  std::vector<std::size_t> parts;
  FaultOptions options;
  /// Of each part, parameters that change, with their values as stored.
  std::vector<std::map<std::string, std::uint64_t>> changes = {};
  bool of_machine = false;  ///< the machine file has it
};

}  // namespace isochron
