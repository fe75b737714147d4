// SPDX-License-Identifier: Apache-2.0
#include <isochron/observe/scope_tree.h>

#include <algorithm>

namespace isochron {

namespace {

ScopeTree::Scope& inner(ScopeTree::Scope& scope, const std::string& name) {
  const auto found = std::find_if(scope.scopes.begin(), scope.scopes.end(),
                                  [&](const ScopeTree::Scope& one) { return one.name == name; });
  if (found != scope.scopes.end()) return *found;
  scope.scopes.push_back({name, scope.path.empty() ? name : scope.path + "." + name, {}, {}});
  return scope.scopes.back();
}

}  // namespace

ScopeTree::ScopeTree(const std::vector<ProbeInfo>& infos, const std::vector<bool>& chosen) {
  for (std::size_t i = 0; i < infos.size(); ++i) {
    if (!chosen[i]) continue;
    Scope* scope = &root_;
    const std::string& part = infos[i].part;
    for (std::size_t from = 0; from <= part.size();) {
      const std::size_t dot = std::min(part.find('.', from), part.size());
      scope = &inner(*scope, part.substr(from, dot - from));
      from = dot + 1;
    }
    scope->signals.push_back(i);
  }
}

}  // namespace isochron
