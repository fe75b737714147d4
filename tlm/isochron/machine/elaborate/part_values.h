// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include <isochron/machine/elaborate/netlist.h>

namespace isochron {

/// Choices and counts of parts as they stand, by their paths: "node[2].mover.impl", "raid[0].dma_engines".
class PartValues {
 public:
  /// `parts` must outlive this; more may come.
  explicit PartValues(const std::vector<FlatPart>& parts) : parts_(parts) {}

  /// nullptr: there is no such part, or no such choice or count of it.
  const Value* find(const std::string& path);

 private:
  const std::vector<FlatPart>& parts_;
  std::unordered_map<std::string, std::size_t> places_;  ///< of the parts that have been there before
  std::size_t seen_ = 0;
  std::map<std::string, Value> known_;
};

}  // namespace isochron
