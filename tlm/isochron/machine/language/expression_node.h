// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <isochron/machine/language/expression.h>
#include <isochron/machine/language/pattern_template.h>

namespace isochron {

/// A parsed expression: a value, a name, a path with * for its indices, or an operator, a function or a list with what
/// it is applied to.
struct Expression::Node {
  enum class Kind { value, name, path, unary, binary, choice, list, element, call };
  enum class Operator {
    none,
    negation,
    add,
    subtract,
    multiply,
    divide,
    quotient,
    modulo,
    equal,
    unequal,
    less,
    at_most,
    greater,
    at_least,
    in,
    both,
    either,
    inverse
  };
  Kind kind = Kind::value;
  Operator operation = Operator::none;  ///< of `text`, which is looked at once
  SourcePosition position;
  Value value;                                     ///< of a value
  std::string text;                                ///< a name, a path, an operator, or a function: "sum"
  std::vector<std::shared_ptr<const Node>> parts;  ///< operands; of a quantile its fraction
  std::vector<PatternTemplate> statistics = {};    ///< that a function of a formula is over
  int height = 1;                                  ///< nodes from here down to the lowest
};

/// Evaluates a part of an expression that reads `text`. Throws InputError.
Value evaluate_node(const Expression::Node& node, const std::string& text, const Names& names);

}  // namespace isochron
