// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <isochron/machine/elaborate/metric_unit.h>
#include <isochron/machine/language/expression_node.h>
#include <isochron/machine/run/metric.h>

namespace isochron {

/// A term of a metric and the unit of its value.
struct FormulaTerm {
  MetricTerm term;
  MetricUnit unit;
};

/// What the names and patterns of a formula stand for beside parameters.
struct FormulaScope {
  /// Unit of another metric; nullopt: there is none of that name.
  std::function<std::optional<std::string>(const std::string& name)> metric;
  /// Unit of the statistics that a pattern names. Throws InputError where no part can have them.
  std::function<std::string(const std::string& pattern, const SourcePosition& position)> statistics;
  /// Names of all other metrics, for suggestions.
  std::function<std::vector<std::string>()> metrics;
};

/// The formula with parameters replaced by their values. A name is a parameter, `window` (the length of the measured
/// window), a metric, or a statistic of one part. Throws InputError where units do not fit, or a name is unknown.
FormulaTerm resolve_formula(const Expression& formula, const Names& names, const FormulaScope& scope);

}  // namespace isochron
