// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/machine/language/machine_file.h>
#include <isochron/observe/type_registry.h>

namespace isochron {

/// Components of a result that parts of one declaration report: the parts themselves, or what is within each of them.
struct StatisticPlace {
  std::string path;                       ///< * for an index: "node[*].switch.link_out[*]"
  std::string type;                       ///< of the part
  std::vector<StatisticInfo> statistics;  ///< names as they are reported there
};

/// Every component that a machine of this file can report, whatever its parameters are.
std::vector<StatisticPlace> statistic_places(const MachineFile& file);

/// Whether `pattern` matches what may be at the place.
bool matches(const StatisticPlace& place, const std::string& pattern);

/// Whether parts that the file names could match, if its parameters were others.
bool could_match(const MachineFile& file, const std::string& pattern);

}  // namespace isochron
