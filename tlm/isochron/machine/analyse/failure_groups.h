// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <isochron/machine/analyse/failure_analysis.h>
#include <isochron/machine/elaborate/netlist.h>

namespace isochron {

/// Failures of parts whose paths differ in indices alone, and which leave the same.
struct FailureGroup {
  std::string parts;               ///< "node[*].chip[*] + node[*].switch"
  std::size_t rank = 0;            ///< of the first one, from 1
  std::size_t cases = 0;           ///< failures
  std::size_t of = 0;              ///< failures of such parts, whatever they leave
  const Failure* first = nullptr;  ///< in `failures`
  std::string example;             ///< its parts, in the same order
};

/// Groups failures that are ranked, in the order of the first one of each.
std::vector<FailureGroup> group_failures(const Netlist& netlist, const std::vector<Failure>& failures);

}  // namespace isochron
