// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include <isochron/machine/language/expression.h>

namespace isochron {

/// A pattern of paths as a machine file writes it, with expressions or * between brackets:
/// "node[sink.node].link[sink.index div 2]".
class PatternTemplate {
 public:
  /// Throws InputError where a bracket is not closed, or what is in it is no expression.
  static PatternTemplate parse(const std::string& text, const SourcePosition& position);

  /// "node[3].link[1]", with each * as it is. Throws InputError.
  std::string pattern(const Names& names) const;

  /// The same with indices as Expression::text_with() has them.
  std::string text_with(const Names& names, const std::set<std::string>& free) const;

  const std::vector<Expression>& indices() const { return indices_; }
  const std::string& text() const { return text_; }
  const SourcePosition& position() const { return position_; }

 private:
  std::string text_;
  SourcePosition position_;
  std::vector<std::string> between_;  ///< what is in front of each index, and behind the last
  std::vector<Expression> indices_;
};

}  // namespace isochron
