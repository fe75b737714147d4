// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/language/scope_checks.h>

#include <fmt/format.h>

namespace isochron {

Expression::Scope with(Expression::Scope scope, const std::string& name) {
  scope[name];
  return scope;
}

void check_indices(const std::vector<Expression>& indices, const Expression::Scope& scope, const std::string& of) {
  for (const Expression& index : indices) index.check(scope, fmt::format("the index of `{}`", of));
}

void check_path(const PathTemplate& path, const Expression::Scope& scope) {
  for (const PathTemplate::Segment& segment : path.segments()) check_indices(segment.indices, scope, segment.name);
}

void check_when(const std::optional<Expression>& when, const Expression::Scope& scope) {
  if (when) when->check(scope, "`when`");
}

}  // namespace isochron
