// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/analyse/declared_arithmetic.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include <isochron/machine/elaborate/metric_formula.h>
#include <isochron/scenario/input_error.h>

namespace isochron {

namespace {

/// `unit`: that it must have; empty: any. Without statistics a formula is a number.
std::pair<double, MetricUnit> worked_out(const Expression& formula, const Names& names, const std::string& unit) {
  FormulaScope scope;
  scope.metric = [](const std::string&) { return std::nullopt; };
  scope.statistics = [&formula](const std::string& pattern, const SourcePosition& position) -> std::string {
    throw InputError(position,
                     fmt::format("in `{}`: `{}` is known after the run", formula.text().substr(0, 80), pattern),
                     "Use parameters");
  };
  scope.metrics = [] { return std::vector<std::string>(); };
  const FormulaTerm made = resolve_formula(formula, names, scope);
  if (!unit.empty() && made.unit.text() != unit)
    throw InputError(
        formula.position(),
        fmt::format("`{}` is in {}, and {} are needed", formula.text().substr(0, 80), made.unit.text(), unit),
        "Multiply or divide by what makes it so");
  if (made.term.kind != MetricTerm::Kind::number || !std::isfinite(made.term.number))
    throw InputError(formula.position(), fmt::format("`{}` has no value", formula.text().substr(0, 80)),
                     "Leave it out by `when` where it divides by 0");
  return {made.term.number, made.unit};
}

}  // namespace

std::optional<double> DeclaredArithmetic::demand() const {
  const ParameterFormula& demand = file_.run.demand;
  if (!demand.formula || (demand.when && !demand.when->flag(names_, "`when`"))) return std::nullopt;
  return worked_out(*demand.formula, names_, unit_).first;
}

std::vector<ResourceBound> DeclaredArithmetic::bounds() const {
  const std::optional<double> offered = demand();
  std::vector<ResourceBound> bounds;
  std::vector<double> loads;  // of each of a resource, at 1 of the driver
  for (const BoundDeclaration& one : file_.bounds) {
    if (!one.capacity || (one.when && !one.when->flag(names_, "`when`"))) continue;
    ResourceBound bound{one.resource.empty() ? one.name : one.resource, one.about};
    const auto [capacity, unit] = worked_out(*one.capacity, names_, one.each ? "" : unit_);
    const auto number = static_cast<double>(one.number ? one.number->count(names_, "`number`") : 1);
    const double each = one.each ? worked_out(*one.each, names_, (unit / MetricUnit::parse(unit_)).text()).first : 1;
    bound.unit = unit.text();
    bound.capacity = capacity;
    bound.limit = number * capacity / each;
    // What is left of a whole one by rounding is none.
    if (one.whole && one.whole->flag(names_, "`whole`")) bound.limit = std::floor(bound.limit + 1e-9);
    loads.push_back(each / number);
    bounds.push_back(std::move(bound));
  }
  const ResourceBound* const least = tightest(bounds);
  if (least == nullptr) return bounds;
  const double asked = offered.value_or(least->limit);
  for (std::size_t i = 0; i < bounds.size(); ++i) bounds[i].load = asked * loads[i];
  return bounds;
}

double DeclaredArithmetic::events(Time time) const {
  return estimate(file_.run.events, time, "1");
}

double DeclaredArithmetic::memory(Time time) const {
  return estimate(file_.run.memory, time, "B");
}

double DeclaredArithmetic::estimate(const std::optional<Expression>& formula, Time time,
                                    const std::string& unit) const {
  if (!formula) return 0;
  Names names = names_;
  names.set("time", Number::stored(time, Quantity::duration));
  const std::vector<ResourceBound> all = bounds();
  const ResourceBound* const least = tightest(all);
  double asked = demand().value_or(least == nullptr ? 0 : least->limit);
  if (least != nullptr) asked = std::min(asked, least->limit);
  const auto stored = [](double value) { return static_cast<std::uint64_t>(std::llround(std::min(value, 1e12))); };
  if (unit_ == "B/s")
    names.set("asked", Number::stored(stored(asked) * 8, Quantity::data_rate));
  else
    names.set("asked", Number::stored(stored(asked * 1e6), unit_ == "1" ? Quantity::fraction : Quantity::event_rate));
  return worked_out(*formula, names, unit).first;
}

}  // namespace isochron
