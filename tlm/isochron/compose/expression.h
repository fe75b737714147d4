// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include <isochron/compose/value.h>
#include <isochron/scenario/source_position.h>

namespace isochron {

/// An expression of a machine file: numbers with units, names, + - * / div mod, comparisons, and, or, not,
/// `a if condition else b`, parentheses. A name that stands for nothing is itself, as a choice's.
class Expression {
 public:
  /// Throws InputError at the place where `text`, which begins at `position`, cannot be read.
  static Expression parse(const std::string& text, const SourcePosition& position);
  /// Of a number that is known.
  static Expression of(const Value& value, const SourcePosition& position);

  /// Throws InputError at the place of what does not fit.
  Value evaluate(const Names& names) const;
  /// The same where a plain whole number from 0 on is wanted, for `what`.
  std::uint64_t count(const Names& names, const std::string& what) const;
  bool flag(const Names& names, const std::string& what) const;

  /// A text that parse() reads and that comes to the same: with values in place of `names`, and worked out where it has
  /// none of the names `free`.
  std::string text_with(const Names& names, const std::set<std::string>& free) const;

  /// It is a number, and names nothing.
  bool is_number() const;

  const SourcePosition& position() const { return position_; }
  const std::string& text() const { return text_; }

  struct Node;

 private:
  std::string text_;
  SourcePosition position_;
  std::shared_ptr<const Node> root_;
};

}  // namespace isochron
