// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include <isochron/machine/elaborate/netlist.h>

namespace isochron {

/// The parts that the path of a step names, job by job: a path is put together once for the same indices.
class StepParts {
 public:
  /// `places`: parts of `netlist` by path. All must outlive this.
  StepParts(const PathTemplate& path, const Netlist& netlist,
            const std::unordered_map<std::string, std::size_t>& places)
      : path_(path), netlist_(netlist), places_(places) {}

  /// Throws InputError where there is no such part.
  std::size_t at(const Names& names);

 private:
  [[noreturn]] void no_part(const std::string& path) const;
  static std::string remedy(const std::string& path, std::vector<std::string> parts);

  const PathTemplate& path_;
  const Netlist& netlist_;
  const std::unordered_map<std::string, std::size_t>& places_;
  std::vector<std::uint64_t> indices_;
  std::map<std::vector<std::uint64_t>, std::size_t> known_;
};

}  // namespace isochron
