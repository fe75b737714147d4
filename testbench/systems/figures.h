// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include <isochron/observe/replication_record.h>

namespace isochron::testbench {

/// Every figure of a record under one flat name: "raid.bandwidth.mean", "node[0].raid_pci[1].utilisation",
/// "delay.bin[17]".
using Figures = std::map<std::string, double>;

/// For names of figures.
inline bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

/// All of `record` but its effort.
Figures figures_of(const ReplicationRecord& record);

/// What differs between two sets of figures, at most ten lines; empty when they agree to the last bit.
std::string difference(const Figures& one, const Figures& other);

}  // namespace isochron::testbench
