// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <isochron/machine/language/expression.h>

namespace isochron {

/// A text of a machine file with expressions between braces: "{nodes} nodes need {nodes - 1} ports".
class TextTemplate {
 public:
  /// Throws InputError where a brace is not closed, or an expression cannot be read.
  static TextTemplate parse(const std::string& text, const SourcePosition& position);

  /// Checks the names in its expressions. Throws InputError.
  void check(const Expression::Scope& scope, const std::string& what) const;
  /// The text with values in place of expressions. Throws InputError.
  std::string text(const Names& names) const;

 private:
  /// A text, and the expression behind it.
  std::vector<std::pair<std::string, Expression>> pieces_;
  std::string rest_;
};

}  // namespace isochron
