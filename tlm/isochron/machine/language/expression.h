// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <isochron/machine/language/value.h>
#include <isochron/scenario/source_position.h>

namespace isochron {

class PatternTemplate;

/// Names that a value may be: those of a choice, or the one that a number may have.
struct ValueNames {
  std::vector<std::string> names = {};
  bool is_choice = false;  ///< it is always one of them
  bool any = false;        ///< they are not known
  std::string valid = {};  ///< what is, for a remedy
};

/// An expression of a machine file: numbers with units, names, + - * / div mod, comparisons, and, or, not,
/// `a if condition else b`, parentheses; lists of whole numbers with `in`, an index in brackets, and size(); min, max,
/// floor and ceil; `node[n].front.impl`, a choice of a part. A name that stands for nothing is itself, as a choice's,
/// and so is one between quotes: check() says where it may be.
class Expression {
 public:
  using Words = ValueNames;
  /// The names that an expression may have, each with the names that its value may be.
  using Scope = std::map<std::string, Words>;

  /// Throws InputError at the place where `text`, which begins at `position`, cannot be read.
  static Expression parse(const std::string& text, const SourcePosition& position);
  /// The same where functions over statistics of parts may stand too: "sum(node[*].card[*].bandwidth) / nodes". Only
  /// text_with(), add_names() and its node have a use for one that has such a function.
  static Expression parse_formula(const std::string& text, const SourcePosition& position);
  /// A formula that is one such function. `at`: the fraction, of a quantile.
  static Expression of_statistics(const std::string& function, std::vector<PatternTemplate> statistics,
                                  const std::optional<Expression>& at, const SourcePosition& position);
  /// Expression of a known value.
  static Expression of(const Value& value, const SourcePosition& position);

  /// Checks every name, also in branches that are not taken: it must be one of `scope`, one that it is compared with,
  /// or where it is the value itself one of `words`. Messages begin with `what`. Throws InputError.
  void check(const Scope& scope, const std::string& what, const Words& words = {}) const;
  /// Adds every name that it has, also of choices.
  void add_names(std::set<std::string>& names) const;
  /// Its value is one of the names of a choice.
  bool is_choice(const Scope& scope) const;

  /// Throws InputError at the place of what does not fit. Checked before.
  Value evaluate(const Names& names) const;
  /// The same where a plain whole number from 0 on is wanted, for `what`.
  std::uint64_t count(const Names& names, const std::string& what) const;
  /// ... for "the size of `name`", a text that only messages need.
  std::uint64_t count(const Names& names, const char* what, const std::string& name) const;
  bool flag(const Names& names, const std::string& what) const;

  /// A text that parse() reads and that comes to the same: with values in place of `names`, and worked out where it has
  /// none of the names `free`.
  std::string text_with(const Names& names, const std::set<std::string>& free) const;

  const SourcePosition& position() const { return position_; }
  const std::string& text() const { return text_; }

  struct Node;
  const Node& root() const { return *root_; }

 private:
  /// nullopt: it is no such number.
  std::optional<std::uint64_t> whole_number(const Names& names) const;

  std::string text_;
  SourcePosition position_;
  std::shared_ptr<const Node> root_;
};

}  // namespace isochron
