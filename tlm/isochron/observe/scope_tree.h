// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <isochron/observe/probe_info.h>

namespace isochron {

/// Signals by the instances that they are in: a scope for each level of a name, in the order in which names first come.
class ScopeTree {
 public:
  struct Scope {
    std::string name;
    std::string path;                  ///< with the names of the scopes around it
    std::vector<Scope> scopes;         ///< inside it
    std::vector<std::size_t> signals;  ///< in it, by their position in what the tree was made from
  };

  /// Of those of `infos` that are `chosen`.
  ScopeTree(const std::vector<ProbeInfo>& infos, const std::vector<bool>& chosen);

  const Scope& root() const { return root_; }

 private:
  Scope root_;
};

}  // namespace isochron
