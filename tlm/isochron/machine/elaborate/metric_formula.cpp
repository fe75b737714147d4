// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/elaborate/metric_formula.h>

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include <isochron/scenario/input_error.h>
#include <isochron/scenario/suggestion.h>

namespace isochron {

namespace {

using FormulaNode = Expression::Node;

FormulaTerm in_si(const Number& number) {
  const auto term = [](double value, const char* unit) {
    return FormulaTerm{{MetricTerm::Kind::number, value}, MetricUnit::parse(unit)};
  };
  switch (number.dimension()) {
    case Dimension::plain:
      break;
    case Dimension::bytes:
      return term(number.to_double(), "B");
    case Dimension::bits:
      return term(number.to_double() / 8, "B");
    case Dimension::duration:
      return term(number.to_double() * 1e-12, "s");
    case Dimension::data_rate:
      return term(number.to_double() / 8, "B/s");
    case Dimension::frequency:
    case Dimension::event_rate:
      return term(number.to_double(), "1/s");
  }
  return term(number.to_double(), "1");
}

class FormulaResolver {
 public:
  FormulaResolver(const Expression& formula, const Names& names, const FormulaScope& scope)
      : text_(formula.text()), names_(names), scope_(scope) {}

  FormulaTerm of(const FormulaNode& node) const {
    if (is_constant(node)) {
      if (node.kind != FormulaNode::Kind::binary && node.kind != FormulaNode::Kind::call) return constant(node);
      // What is too large for exact numbers is worked out as the rest.
      try {
        return constant(node);
      } catch (const InputError&) {
      }
    }
    switch (node.kind) {
      case FormulaNode::Kind::name:
        return of_name(node);
      case FormulaNode::Kind::call:
        if (!node.statistics.empty()) return of_function(node);
        if (node.parts.size() > 1 && is_constant(node)) return of_numbers(node);
        break;
      case FormulaNode::Kind::choice: {
        const Value condition = evaluate_node(*node.parts[0], text_, names_);
        if (const bool* const holds = std::get_if<bool>(&condition)) return of(*node.parts[*holds ? 1 : 2]);
        fail(node, "the condition of `if` is " + kind_of(condition), "Compare it with something");
      }
      case FormulaNode::Kind::unary:
        if (node.text == "-") return operation(node, MetricTerm::Kind::minus, {}, of(*node.parts[0]));
        break;
      case FormulaNode::Kind::binary: {
        static const std::map<std::string, MetricTerm::Kind> kinds{{"+", MetricTerm::Kind::plus},
                                                                   {"-", MetricTerm::Kind::minus},
                                                                   {"*", MetricTerm::Kind::times},
                                                                   {"/", MetricTerm::Kind::over}};
        if (const auto kind = kinds.find(node.text); kind != kinds.end())
          return operation(node, kind->second, of(*node.parts[0]), of(*node.parts[1]));
        break;
      }
      case FormulaNode::Kind::value:
      case FormulaNode::Kind::path:
      case FormulaNode::Kind::list:
      case FormulaNode::Kind::element:
        break;
    }
    return constant(node);
  }

 private:
  [[noreturn]] void fail(const FormulaNode& node, const std::string& cause, const std::string& remedy) const {
    throw InputError(node.position, fmt::format("in `{}`: {}", text_.substr(0, 80), cause), remedy);
  }

  bool is_constant(const FormulaNode& node) const {
    if (node.kind == FormulaNode::Kind::name) return names_.find(node.text) != nullptr;
    return node.statistics.empty() && node.kind != FormulaNode::Kind::choice &&
           std::all_of(node.parts.begin(), node.parts.end(), [this](const auto& part) { return is_constant(*part); });
  }

  FormulaTerm constant(const FormulaNode& node) const {
    const Value value = evaluate_node(node, text_, names_);
    if (const Number* const number = std::get_if<Number>(&value)) return in_si(*number);
    fail(node, kind_of(value) + " where a number is needed", "Use numbers, metrics, and functions over statistics");
  }

  FormulaTerm of_name(const FormulaNode& node) const {
    const std::string& name = node.text;
    if (const std::optional<std::string> unit = scope_.metric(name))
      return {{MetricTerm::Kind::metric, 0, name}, MetricUnit::parse(*unit)};
    if (name == "window") return {{MetricTerm::Kind::window}, MetricUnit::parse("s")};
    if (name.find('.') != std::string::npos) {
      const std::string unit = scope_.statistics(name, node.position);  // may throw, before anything is made
      return {{MetricTerm::Kind::sum, 0, {}, {name}}, MetricUnit::parse(unit)};
    }
    std::vector<std::string> known = names_.all();
    for (const std::string& metric : scope_.metrics()) known.push_back(metric);
    fail(node, fmt::format("unknown name `{}`", name.substr(0, 60)), suggestion(name, known));
  }

  FormulaTerm of_function(const FormulaNode& node) const {
    if (node.text == "ratio")
      return operation(node, MetricTerm::Kind::over, over(node, MetricTerm::Kind::sum, 0, 1),
                       over(node, MetricTerm::Kind::sum, 1, 2));
    static const std::map<std::string, MetricTerm::Kind> kinds{{"sum", MetricTerm::Kind::sum},
                                                               {"mean", MetricTerm::Kind::mean},
                                                               {"min", MetricTerm::Kind::min},
                                                               {"max", MetricTerm::Kind::max},
                                                               {"quantile", MetricTerm::Kind::quantile}};
    FormulaTerm made = over(node, kinds.at(node.text), 0, node.statistics.size());
    if (!node.parts.empty()) made.term.number = fraction(*node.parts.front());
    return made;
  }

  static bool is_number(const FormulaTerm& one) { return one.term.kind == MetricTerm::Kind::number; }

  /// The least or the largest of several numbers.
  FormulaTerm of_numbers(const FormulaNode& node) const {
    FormulaTerm found = of(*node.parts.front());
    for (const auto& part : node.parts) {
      FormulaTerm other = of(*part);
      if (!is_number(other) || !(other.unit == found.unit))
        fail(node, fmt::format("`{}` is over numbers of one unit", node.text), "Use parameters, or one statistic");
      if (node.text == "min" ? other.term.number < found.term.number : other.term.number > found.term.number)
        found = std::move(other);
    }
    return found;
  }

  double fraction(const FormulaNode& node) const {
    const Value value = evaluate_node(node, text_, names_);
    const Number* const number = std::get_if<Number>(&value);
    if (number == nullptr || number->dimension() != Dimension::plain || number->negative() || number->to_double() > 1)
      throw InputError(node.position, "`at` is no fraction", "Write 0 to 1, such as 95 %");
    return number->to_double();
  }

  /// A function over the statistics `from` up to `to`.
  FormulaTerm over(const FormulaNode& node, MetricTerm::Kind kind, std::size_t from, std::size_t to) const {
    FormulaTerm made{{kind}, {}};
    std::string unit;
    for (std::size_t i = from; i < to; ++i) {
      const PatternTemplate& statistics = node.statistics[i];
      made.term.of.push_back(statistics.pattern(names_));
      const std::string its = scope_.statistics(made.term.of.back(), statistics.position());
      if (i > from && its != unit)
        fail(node,
             fmt::format("`{}` is in {}, and `{}` in {}", node.statistics[from].text(), unit, statistics.text(), its),
             "Take statistics of one unit");
      unit = its;
    }
    made.unit = MetricUnit::parse(unit);
    return made;
  }

  FormulaTerm operation(const FormulaNode& node, MetricTerm::Kind kind, FormulaTerm left, FormulaTerm right) const {
    const bool is_product = kind == MetricTerm::Kind::times, is_quotient = kind == MetricTerm::Kind::over;
    if (node.kind == FormulaNode::Kind::unary) left.unit = right.unit;
    if (!is_product && !is_quotient && !(left.unit == right.unit))
      fail(node, fmt::format("`{}` between {} and {}", node.text, left.unit.text(), right.unit.text()),
           "Both sides must have the same unit");
    FormulaTerm made{{kind}, is_product ? left.unit * right.unit : is_quotient ? left.unit / right.unit : left.unit};
    const double a = left.term.number, b = right.term.number;
    if (is_number(left) && is_number(right) && !(is_quotient && b == 0)) {
      made.term.kind = MetricTerm::Kind::number;
      made.term.number = is_product ? a * b : is_quotient ? a / b : kind == MetricTerm::Kind::plus ? a + b : a - b;
      return made;
    }
    made.term.operands = {std::move(left.term), std::move(right.term)};
    return made;
  }

  const std::string& text_;
  const Names& names_;
  const FormulaScope& scope_;
};

}  // namespace

FormulaTerm resolve_formula(const Expression& formula, const Names& names, const FormulaScope& scope) {
  FormulaTerm made = FormulaResolver(formula, names, scope).of(formula.root());
  if (!made.unit.is_simple())
    throw InputError(
        formula.position(),
        fmt::format("`{}` is in {}, which is no unit of a figure", formula.text().substr(0, 80), made.unit.text()),
        "Divide by what makes it one unit, or one over another");
  return made;
}

}  // namespace isochron
