// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <isochron/machine/language/expression.h>
#include <isochron/machine/language/path_template.h>

namespace isochron {

class ParameterStore;

// Checks of what declarations have beside settings (check_setting), in the names that they may use. All throw
// InputError.

/// The names of the store's parameters, and what follows from them.
Expression::Scope scope_of(const ParameterStore& store);
/// `scope` and one more name.
Expression::Scope with(Expression::Scope scope, const std::string& name);
void check_indices(const std::vector<Expression>& indices, const Expression::Scope& scope, const std::string& of);
void check_path(const PathTemplate& path, const Expression::Scope& scope);
void check_when(const std::optional<Expression>& when, const Expression::Scope& scope);

}  // namespace isochron
