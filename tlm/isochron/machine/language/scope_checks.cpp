// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/language/scope_checks.h>

#include <fmt/format.h>

#include <isochron/machine/language/parameter_store.h>

namespace isochron {

Expression::Scope scope_of(const ParameterStore& store) {
  Expression::Scope scope;
  for (const DerivedValue& one : store.derived()) scope[one.name];
  for (const Parameter& parameter : store.table().all()) {
    Expression::Words& words = scope[parameter.path];
    words.names = parameter.choices;
    words.is_choice = parameter.quantity == Quantity::choice;
  }
  return scope;
}

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
