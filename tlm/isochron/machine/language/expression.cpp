// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/language/expression.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <map>
#include <optional>

#include <fmt/format.h>

#include <isochron/machine/language/expression_node.h>
#include <isochron/machine/language/literal.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/suggestion.h>
#include <isochron/scenario/units.h>
#include <isochron/scenario/value_error.h>

namespace isochron {

namespace {

using Node = Expression::Node;
using NodePtr = std::shared_ptr<const Node>;

constexpr std::array<const char*, 8> keywords{"if", "else", "and", "or", "not", "div", "mod", "in"};

/// A function, and what it may be applied to.
struct Function {
  const char* name;
  bool of_values;      ///< one number or list; of min and max also numbers
  bool of_statistics;  ///< of parts, in formulas
};
constexpr std::array<Function, 10> functions{{{"sum", false, true},
                                              {"mean", false, true},
                                              {"min", true, true},
                                              {"max", true, true},
                                              {"quantile", false, true},
                                              {"ratio", false, true},
                                              {"size", true, false},
                                              {"most_often", true, false},
                                              {"floor", true, false},
                                              {"ceil", true, false}}};
/// Beyond what anybody writes; bounds the stack.
constexpr int deepest = 64;
/// The same of operators in a row, each of which has the ones before it as an operand.
constexpr int tallest = 500;

Node::Operator operator_of(Node::Kind kind, const std::string& text) {
  using Operator = Node::Operator;
  static const std::map<std::string, Operator> binary{
      {"+", Operator::add},    {"-", Operator::subtract}, {"*", Operator::multiply},   {"/", Operator::divide},
      {"==", Operator::equal}, {"!=", Operator::unequal}, {"div", Operator::quotient}, {"mod", Operator::modulo},
      {"<", Operator::less},   {"<=", Operator::at_most}, {">", Operator::greater},    {">=", Operator::at_least},
      {"and", Operator::both}, {"or", Operator::either},  {"in", Operator::in}};
  if (kind == Node::Kind::unary) return text == "not" ? Operator::inverse : Operator::negation;
  return kind == Node::Kind::binary ? binary.at(text) : Operator::none;
}

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}
bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}
bool is_keyword(const std::string& word) {
  return std::find(keywords.begin(), keywords.end(), word) != keywords.end();
}

NodePtr over(const std::string& function, const SourcePosition& where, std::vector<PatternTemplate> statistics,
             std::vector<NodePtr> parts) {
  auto node = std::make_shared<Node>();
  node->kind = Node::Kind::call;
  node->position = where;
  node->text = function;
  node->statistics = std::move(statistics);
  node->parts = std::move(parts);
  return node;
}

/// Reads an expression from left to right, the loosest operator first.
class Parser {
 public:
  Parser(const std::string& text, const SourcePosition& position, bool is_formula)
      : text_(text), begin_(position), is_formula_(is_formula) {}

  NodePtr whole() {
    NodePtr root = choice();
    skip_blanks();
    if (at_ < text_.size())
      fail(fmt::format("`{}` is not expected here", text_.substr(at_, 20)), "Write an operator between two values");
    return root;
  }

 private:
  SourcePosition place() const {
    SourcePosition place = begin_;
    if (place.line != 0) place.column += static_cast<int>(at_);
    return place;
  }
  [[noreturn]] void fail_at(const SourcePosition& where, const std::string& cause, const std::string& remedy) const {
    throw InputError(where, fmt::format("in `{}`: {}", text_.substr(0, 80), cause), remedy);
  }
  [[noreturn]] void fail(const std::string& cause, const std::string& remedy) const { fail_at(place(), cause, remedy); }
  void skip_blanks() {
    while (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n') ++at_;
  }
  /// The word that begins here, of letters, digits, dots between them.
  std::string peek_word() {
    skip_blanks();
    std::size_t end = at_;
    if (end < text_.size() && is_letter(text_[end]))
      while (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]) || text_[end] == '.')) ++end;
    return text_.substr(at_, end - at_);
  }
  bool take_word(const char* word) {
    if (peek_word() != word) return false;
    at_ += std::string(word).size();
    return true;
  }
  bool take(const std::string& sign) {
    skip_blanks();
    if (text_.compare(at_, sign.size(), sign) != 0) return false;
    at_ += sign.size();
    return true;
  }

  NodePtr make(Node::Kind kind, std::string text, const SourcePosition& where, std::vector<NodePtr> parts) const {
    auto node = std::make_shared<Node>();
    node->kind = kind;
    node->operation = operator_of(kind, text);
    node->text = std::move(text);
    node->position = where;
    node->parts = std::move(parts);
    for (const NodePtr& part : node->parts) node->height = std::max(node->height, part->height + 1);
    if (node->height > tallest)
      fail(fmt::format("more than {} operators in a row", tallest),
           "Split it up: give part of it a parameter of its own");
    return node;
  }
  NodePtr binary(const std::string& operation, const SourcePosition& where, NodePtr left, NodePtr right) const {
    return make(Node::Kind::binary, operation, where, {std::move(left), std::move(right)});
  }

  NodePtr choice() {
    if (++depth_ > deepest) fail("nested too deeply", "Split it up: give part of it a parameter of its own");
    NodePtr value = either();
    const SourcePosition where = place();
    if (take_word("if")) {
      NodePtr condition = either();
      if (!take_word("else")) fail("an `if` without `else`", "Write a if condition else b");
      NodePtr otherwise = choice();
      value = make(Node::Kind::choice, "if", where, {condition, value, otherwise});
    }
    --depth_;
    return value;
  }
  NodePtr either() {
    NodePtr left = both();
    for (SourcePosition where = place(); take_word("or"); where = place()) left = binary("or", where, left, both());
    return left;
  }
  NodePtr both() {
    NodePtr left = negation();
    for (SourcePosition where = place(); take_word("and"); where = place())
      left = binary("and", where, left, negation());
    return left;
  }
  NodePtr negation() {
    const SourcePosition where = place();
    if (!take_word("not")) return comparison();
    if (++depth_ > deepest) fail("nested too deeply", "Leave out every second `not`");
    NodePtr of = negation();
    --depth_;
    return make(Node::Kind::unary, "not", where, {of});
  }
  NodePtr comparison() {
    NodePtr left = sum();
    const SourcePosition where = place();
    for (const char* const sign : {"==", "!=", "<=", ">=", "<", ">"})
      if (take(sign)) return binary(sign, where, left, sum());
    if (take_word("in")) return binary("in", where, left, sum());
    return left;
  }
  NodePtr sum() {
    NodePtr left = product();
    for (;;) {
      const SourcePosition where = place();
      if (take("+"))
        left = binary("+", where, left, product());
      else if (take("-"))
        left = binary("-", where, left, product());
      else
        return left;
    }
  }
  NodePtr product() {
    NodePtr left = sign();
    for (;;) {
      const SourcePosition where = place();
      if (take("*"))
        left = binary("*", where, left, sign());
      else if (take("/"))
        left = binary("/", where, left, sign());
      else if (take_word("div"))
        left = binary("div", where, left, sign());
      else if (take_word("mod"))
        left = binary("mod", where, left, sign());
      else
        return left;
    }
  }
  NodePtr sign() {
    const SourcePosition where = place();
    if (!take("-")) return single();
    if (++depth_ > deepest) fail("nested too deeply", "Leave out every second minus");
    NodePtr of = sign();
    --depth_;
    return make(Node::Kind::unary, "-", where, {of});
  }

  /// Values between commas, the last one followed by `end`.
  std::vector<NodePtr> values(const char* end, const char* open) {
    std::vector<NodePtr> found;
    if (take(end)) return found;
    do found.push_back(choice());
    while (take(","));
    if (!take(end)) fail(fmt::format("{} is not closed", open), fmt::format("Add `{}`", end));
    return found;
  }

  /// One number of `list`, if an index follows.
  NodePtr element(NodePtr list, const SourcePosition& where) {
    if (!take("[")) return list;
    if (++depth_ > deepest) fail("nested too deeply", "Split it up: give part of it a parameter of its own");
    NodePtr index = choice();
    --depth_;
    if (!take("]")) fail("a bracket is not closed", "Add `]`");
    return make(Node::Kind::element, "[", where, {std::move(list), std::move(index)});
  }

  NodePtr single() {
    skip_blanks();
    const SourcePosition where = place();
    if (take("(")) {
      NodePtr inner = choice();
      if (!take(")")) fail("a parenthesis is not closed", "Add `)`");
      return inner;
    }
    if (take("[")) {
      if (++depth_ > deepest) fail("nested too deeply", "Split it up: give part of it a parameter of its own");
      std::vector<NodePtr> items = values("]", "a bracket");
      --depth_;
      return element(make(Node::Kind::list, "[", where, std::move(items)), where);
    }
    // The text ends with a NUL.
    if (text_[at_] == '\'') return quoted(where);
    if (is_digit(text_[at_]) || text_[at_] == '.') return number(where);
    const std::string word = peek_word();
    if (word.empty() || is_keyword(word))
      fail(at_ == text_.size() ? "it ends where a value is expected"
                               : fmt::format("`{}` where a value is expected", text_.substr(at_, 20)),
           "Write a number, a name, or an expression in parentheses");
    at_ += word.size();
    if (word == "true" || word == "false") return constant(word == "true", where);
    if (take("(")) return call(word, where);
    NodePtr name = element(make(Node::Kind::name, word, where, {}), where);
    return text_[at_] == '.' ? of_part(word, std::move(name), where) : name;
  }

  /// A name between quotes stands for itself, whatever else has the name.
  NodePtr quoted(const SourcePosition& where) {
    const std::size_t end = text_.find('\'', at_ + 1);
    if (end == std::string::npos) fail("a quote is not closed", "Add `'`");
    auto node = std::make_shared<Node>();
    node->position = where;
    node->text = text_.substr(at_ + 1, end - at_ - 1);
    node->value = node->text;
    at_ = end + 1;
    return node;
  }

  /// What follows the index of a path, at its dot: "node[n].disk_node.impl".
  NodePtr of_part(std::string path, NodePtr name, const SourcePosition& where) {
    std::vector<NodePtr> indices;
    for (bool more = true; more;) {
      if (name->kind == Node::Kind::element) {
        indices.push_back(name->parts[1]);
        path += "[*]";
      }
      more = text_[at_] == '.';
      if (!more) break;
      ++at_;
      const std::string word = peek_word();
      if (word.empty()) fail("a path ends in a dot", "Write part[index].parameter");
      at_ += word.size();
      path += "." + word;
      name = element(make(Node::Kind::name, word, where, {}), where);
    }
    return make(Node::Kind::path, std::move(path), where, std::move(indices));
  }

  /// A function, behind its parenthesis.
  NodePtr call(const std::string& name, const SourcePosition& where) {
    const auto function =
        std::find_if(functions.begin(), functions.end(), [&name](const Function& one) { return one.name == name; });
    if (function == functions.end()) {
      std::vector<std::string> known;
      for (const Function& one : functions)
        if (is_formula_ || one.of_values) known.emplace_back(one.name);
      fail_at(where, fmt::format("unknown function `{}`", name.substr(0, 60)), suggestion(name, known));
    }
    if (is_formula_ && function->of_statistics && (!function->of_values || is_statistic(pattern())))
      return call_over_statistics(name, where);
    if (!function->of_values)
      fail_at(where, fmt::format("`{}` is over statistics, which are known after the run", name), "Use parameters");
    std::vector<NodePtr> arguments = values(")", "a parenthesis");
    if (arguments.empty() || (arguments.size() > 1 && !function->of_statistics))
      fail_at(where, fmt::format("`{}` has {} values", name, arguments.size()), "Give it one, between parentheses");
    return make(Node::Kind::call, name, where, std::move(arguments));
  }

  NodePtr call_over_statistics(const std::string& name, const SourcePosition& where) {
    std::vector<PatternTemplate> statistics;
    std::vector<NodePtr> parts;
    for (bool more = true; more;) {
      if (name == "quantile" && !statistics.empty()) {
        parts.push_back(choice());
        more = false;
      } else {
        const SourcePosition at = (skip_blanks(), place());
        statistics.push_back(PatternTemplate::parse(take_pattern(), at));
        more = take(",");
      }
    }
    if (!take(")")) fail_at(where, "a parenthesis is not closed", "Add `)`");
    if (name == "quantile" && parts.empty())
      fail_at(where, "a quantile without its fraction", "Write quantile(disk[*].wait, 95 %)");
    if (name == "ratio" && statistics.size() != 2)
      fail_at(where, "a ratio of anything but two sums", "Write ratio(a[*].x, b[*].x)");
    return over(name, where, std::move(statistics), std::move(parts));
  }

  /// Whether `text` is a path, and so no expression of several values: "disk[*].wait".
  static bool is_statistic(const std::string& text) {
    int open = 0;
    bool has_dot = false;
    for (const char c : text) {
      open += c == '[' ? 1 : c == ']' ? -1 : 0;
      if (open > 0 || c == ']') continue;
      if (!is_letter(c) && !is_digit(c) && c != '.') return false;
      has_dot = has_dot || c == '.';
    }
    return has_dot && is_letter(text.front());
  }

  /// What stands here up to a comma or a parenthesis that is not within brackets.
  std::string pattern() {
    skip_blanks();
    std::size_t end = at_;
    for (int open = 0; end < text_.size() && (open > 0 || (text_[end] != ',' && text_[end] != ')')); ++end)
      open += text_[end] == '[' ? 1 : text_[end] == ']' ? -1 : 0;
    return text_.substr(at_, end - at_);
  }
  std::string take_pattern() {
    std::string taken = pattern();
    at_ += taken.size();
    taken.erase(taken.find_last_not_of(" \t\n") + 1);
    return taken;
  }

  NodePtr constant(Value value, const SourcePosition& where) const {
    auto node = std::make_shared<Node>();
    node->position = where;
    node->value = std::move(value);
    return node;
  }

  NodePtr number(const SourcePosition& where) {
    std::size_t end = at_;
    while (end < text_.size() && (is_digit(text_[end]) || text_[end] == '.')) ++end;
    if (end + 1 < text_.size() && (text_[end] == 'e' || text_[end] == 'E') &&
        (is_digit(text_[end + 1]) ||
         (end + 2 < text_.size() && (text_[end + 1] == '-' || text_[end + 1] == '+') && is_digit(text_[end + 2])))) {
      end += 2;
      while (end < text_.size() && is_digit(text_[end])) ++end;
    }
    const std::string digits = text_.substr(at_, end - at_);
    at_ = end;
    const std::string unit = take_unit();
    try {
      const std::optional<Quantity> quantity = quantity_of_unit(unit);
      if (!quantity) static_cast<void>(parse_si(digits + " " + unit));  // says what is wrong with it
      const bool whole = digits.find_first_of(".eE") == std::string::npos;
      // Less than 1 it may be a probability, which has more decimals.
      const Quantity plain = parse_si(digits).value < 1 ? Quantity::probability : Quantity::fraction;
      const Quantity read = unit.empty() && !whole ? plain : quantity.value_or(Quantity::count);
      return constant(Number::stored(parse_stored(digits + " " + unit, read), read), where);
    } catch (const ValueError& error) {
      throw InputError(where, error.what(), error.remedy());
    }
  }

  /// "MB/s", "%", "/s"; empty where no unit follows the number.
  std::string take_unit() {
    skip_blanks();
    std::size_t end = at_;
    if (end < text_.size() && text_[end] == '%') {
      ++at_;
      return "%";
    }
    while (end < text_.size() && is_letter(text_[end])) ++end;
    const std::string word = text_.substr(at_, end - at_);
    if (is_keyword(word)) return {};
    const bool a_second = text_.compare(end, 2, "/s") == 0 && (end + 2 == text_.size() || !is_letter(text_[end + 2]));
    // Of what is no unit at all too, so that the message has all of it.
    if (a_second && (word.empty() || quantity_of_unit(word + "/s") || !quantity_of_unit(word))) end += 2;
    std::string unit = text_.substr(at_, end - at_);
    at_ = end;
    return unit;
  }

  const std::string& text_;
  SourcePosition begin_;
  bool is_formula_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

/// Checks the names of a parsed expression.
class NameCheck {
 public:
  using Words = Expression::Words;

  NameCheck(const Node& root, const std::string& text, const Expression::Scope& scope, const std::string& what)
      : root_(root), text_(text), scope_(scope), what_(what) {}

  void check(const Node& node, const Words& words) const {
    switch (node.kind) {
      case Node::Kind::value:
        if (std::holds_alternative<std::string>(node.value) && !words.any &&
            std::find(words.names.begin(), words.names.end(), node.text) == words.names.end())
          unknown(node, words);
        return;
      case Node::Kind::path:
        if (scope_.count(node.text) == 0) unknown(node, words);
        for (const NodePtr& part : node.parts) check(*part, {});
        return;
      case Node::Kind::name:
        if (scope_.count(node.text) == 0 && !words.any &&
            std::find(words.names.begin(), words.names.end(), node.text) == words.names.end())
          unknown(node, words);
        return;
      case Node::Kind::choice:
        check(*node.parts[0], {});
        check(*node.parts[1], words);
        check(*node.parts[2], words);
        return;
      case Node::Kind::unary:
        check(*node.parts[0], {});
        return;
      case Node::Kind::list:
      case Node::Kind::element:
      case Node::Kind::call:
        for (const NodePtr& part : node.parts) check(*part, {});
        return;
      case Node::Kind::binary:
        if (node.text == "==" || node.text == "!=") return check_comparison(node);
        for (const NodePtr& part : node.parts) check(*part, {});
    }
  }

  /// Names that the values of `node` may be, of the names that are known.
  Words words_of(const Node& node) const {
    if (node.kind == Node::Kind::name || node.kind == Node::Kind::path) {
      const auto found = scope_.find(node.text);
      return found == scope_.end() ? Words() : found->second;
    }
    if (node.kind != Node::Kind::choice) return {};
    Words words = words_of(*node.parts[1]);
    const Words others = words_of(*node.parts[2]);
    words.names.insert(words.names.end(), others.names.begin(), others.names.end());
    words.is_choice = words.is_choice && others.is_choice;
    return words;
  }

 private:
  void check_comparison(const Node& node) const {
    const std::array<const Node*, 2> sides{node.parts[0].get(), node.parts[1].get()};
    std::array<Words, 2> words{words_of(*sides[0]), words_of(*sides[1])};
    for (Words& one : words) one.valid = fmt::format("{}", fmt::join(one.names, ", "));
    for (const std::size_t side : {0, 1}) check(*sides[side], words[1 - side]);
    for (const std::size_t side : {0, 1})
      if (words[side].is_choice && !shares_name(*sides[1 - side], words[1 - side], words[side]))
        throw InputError(node.position,
                         fmt::format("{}a choice is compared with what is none of its values", beginning()),
                         "Compare it with one of " + words[side].valid);
  }

  /// Whether the value of `node` may be one of `names`.
  bool shares_name(const Node& node, const Words& own, const Words& names) const {
    const auto is_one = [&names](const std::string& name) {
      return std::find(names.names.begin(), names.names.end(), name) != names.names.end();
    };
    if (node.kind == Node::Kind::choice)
      return shares_name(*node.parts[1], words_of(*node.parts[1]), names) ||
             shares_name(*node.parts[2], words_of(*node.parts[2]), names);
    const bool is_quoted = node.kind == Node::Kind::value && std::holds_alternative<std::string>(node.value);
    if (is_quoted || (node.kind == Node::Kind::name && scope_.count(node.text) == 0)) return is_one(node.text);
    return std::any_of(own.names.begin(), own.names.end(), is_one);
  }

  [[noreturn]] void unknown(const Node& node, const Words& words) const {
    std::vector<std::string> known = words.names;
    for (const auto& [name, its] : scope_) known.push_back(name);
    const std::string meant = nearest(node.text, known);
    throw InputError(node.position, fmt::format("{}unknown name `{}`", beginning(), node.text.substr(0, 60)),
                     !meant.empty()         ? fmt::format("Did you mean `{}`?", meant)
                     : !words.valid.empty() ? "Valid: " + words.valid
                     : known.empty()        ? "No names are known here"
                                            : suggestion(node.text, known));
  }

  std::string beginning() const {
    return root_.kind == Node::Kind::name ? what_ + ": " : fmt::format("{}: in `{}`: ", what_, text_.substr(0, 80));
  }

  const Node& root_;
  const std::string& text_;
  const Expression::Scope& scope_;
  const std::string& what_;
};

void add_names_of(const Node& node, std::set<std::string>& names) {
  if (node.kind == Node::Kind::name) names.insert(node.text);
  for (const PatternTemplate& one : node.statistics)
    for (const Expression& index : one.indices()) index.add_names(names);
  for (const NodePtr& part : node.parts) add_names_of(*part, names);
}

/// Works a parsed expression out.
class Evaluation {
 public:
  Evaluation(const std::string& text, const Names& names) : text_(text), names_(names) {}

  Value of(const Node& node) const {
    Value own;
    const Value& value = of(node, own);
    if (&value == &own) return own;
    return value;
  }

  /// The value where it is known, else `own` with the value in it.
  const Value& of(const Node& node, Value& own) const {
    switch (node.kind) {
      case Node::Kind::value:
        return node.value;
      case Node::Kind::name:
        if (const Value* const known = names_.find(node.text)) return *known;
        return own = node.text;
      case Node::Kind::path:
        if (const Value* const known = names_.find(path_of(node))) return *known;
        return own = node.text;
      case Node::Kind::choice:
        return of(*node.parts[truth(*node.parts[0]) ? 1 : 2], own);
      default:
        return own = worked_out(node);
    }
  }

 private:
  Value worked_out(const Node& node) const {
    switch (node.kind) {
      case Node::Kind::unary:
        if (node.operation == Node::Operator::inverse) return !truth(*node.parts[0]);
        return negated(number(*node.parts[0]));
      case Node::Kind::binary:
        return binary(node);
      case Node::Kind::list: {
        std::vector<std::uint64_t> numbers;
        for (const NodePtr& part : node.parts) numbers.push_back(whole(*part));
        return NumberList{std::move(numbers)};
      }
      case Node::Kind::element:
        return element(node);
      case Node::Kind::call:
        return guarded(node, [&] { return call(node); });
      default:
        return false;
    }
  }

  /// With indices in place of the stars.
  std::string path_of(const Node& node) const {
    std::string path = node.text;
    for (const NodePtr& part : node.parts) path.replace(path.find("[*]"), 3, fmt::format("[{}]", whole(*part)));
    return path;
  }

  static Number negated(const Number& number) {
    return {-number.numerator(), number.denominator(), number.dimension()};
  }

  template <class Work>
  Value guarded(const Node& node, const Work& work) const {
    try {
      return work();
    } catch (const ValueError& error) {
      throw InputError(node.position, fmt::format("in `{}`: {}", text_.substr(0, 80), error.what()), error.remedy());
    }
  }

  bool truth(const Node& node) const {
    Value own;
    const Value& value = of(node, own);
    if (const bool* const flag = std::get_if<bool>(&value)) return *flag;
    wrong(node, value, "true or false");
  }
  Number number(const Node& node) const {
    Value own;
    const Value& value = of(node, own);
    if (const Number* const found = std::get_if<Number>(&value)) return *found;
    wrong(node, value, "a number");
  }
  /// A plain whole number from 0 on.
  std::uint64_t whole(const Node& node) const {
    const Number found = number(node);
    if (found.dimension() != Dimension::plain || !found.is_whole() || found.negative())
      throw InputError(node.position,
                       fmt::format("in `{}`: {} where a whole number is needed", text_.substr(0, 80), found.text()),
                       "Use a whole number from 0 on");
    Value stored;
    guarded(node, [&] { return stored = Number::whole(found.to_stored(Quantity::count)); });
    return static_cast<std::uint64_t>(std::get<Number>(stored).numerator());
  }
  std::vector<std::uint64_t> numbers(const Node& node) const {
    const Value value = of(node);
    if (const NumberList* const list = std::get_if<NumberList>(&value)) return list->numbers;
    if (const auto* const dimensions = std::get_if<std::vector<std::uint64_t>>(&value)) return *dimensions;
    wrong(node, value, "a list");
  }

  Value element(const Node& node) const {
    const std::vector<std::uint64_t> all = numbers(*node.parts[0]);
    const std::uint64_t index = whole(*node.parts[1]);
    if (index >= all.size())
      throw InputError(
          node.position,
          fmt::format("in `{}`: there is no number {} in {}", text_.substr(0, 80), index, literal(of(*node.parts[0]))),
          all.empty() ? "Ask for its `size` before" : fmt::format("Use 0 to {}", all.size() - 1));
    return Number::whole(all[index]);
  }

  Value call(const Node& node) const {
    if (!node.statistics.empty())
      throw InputError(node.position, fmt::format("in `{}`: statistics are known after the run", text_.substr(0, 80)),
                       "Use parameters");
    const Node& first = *node.parts.front();
    if (node.text == "size") return Number::whole(numbers(first).size());
    if (node.text == "most_often") {
      std::map<std::uint64_t, std::uint64_t> times;
      std::uint64_t most = 0;
      for (const std::uint64_t one : numbers(first)) most = std::max(most, ++times[one]);
      return Number::whole(most);
    }
    if (node.text == "floor" || node.text == "ceil") {
      const Number value = number(first), one = Number::whole(1);
      if (value.dimension() != Dimension::plain)
        throw ValueError(fmt::format("`{}` of {}", node.text, dimension_name(value.dimension())),
                         fmt::format("Divide by a unit before: {}(a / 1 ms) * 1 ms", node.text));
      const Number below = quotient(value, one);
      return node.text == "floor" || compare(below, value) == 0 ? below : below + one;
    }
    std::vector<Number> all;
    if (node.parts.size() > 1)
      for (const NodePtr& part : node.parts) all.push_back(number(*part));
    else
      for (const std::uint64_t one : numbers(first)) all.push_back(Number::whole(one));
    if (all.empty())
      throw InputError(node.position, fmt::format("in `{}`: an empty list has no `{}`", text_.substr(0, 80), node.text),
                       "Ask for its `size` before");
    return *std::min_element(all.begin(), all.end(), [&node](const Number& a, const Number& b) {
      return compare(a, b) * (node.text == "min" ? 1 : -1) < 0;
    });
  }

  [[noreturn]] void wrong(const Node& node, const Value& value, const char* wanted) const {
    const bool known = node.kind != Node::Kind::name || names_.find(node.text) != nullptr;
    if (const std::string* const name = known ? nullptr : std::get_if<std::string>(&value))
      throw InputError(node.position, fmt::format("in `{}`: unknown name `{}`", text_.substr(0, 80), *name),
                       names_.all().empty() ? "No names are known here" : suggestion(*name, names_.all()));
    throw InputError(node.position,
                     fmt::format("in `{}`: {} where {} is needed", text_.substr(0, 80), kind_of(value), wanted),
                     "Compare it with something, or use another value");
  }

  Value binary(const Node& node) const {
    using Operator = Node::Operator;
    const Node &left = *node.parts[0], &right = *node.parts[1];
    switch (node.operation) {
      case Operator::both:
        return truth(left) && truth(right);
      case Operator::either:
        return truth(left) || truth(right);
      case Operator::equal:
      case Operator::unequal:
        return guarded(node, [&] { return equal(node) == (node.operation == Operator::equal); });
      case Operator::in: {
        const std::vector<std::uint64_t> all = numbers(right);
        const Number one = number(left);
        return guarded(node, [&] {
          return std::any_of(all.begin(), all.end(), [&one](std::uint64_t each) { return one == Number::whole(each); });
        });
      }
      default:
        return guarded(node, [&] {
          const Number a = number(left), b = number(right);
          return arithmetic(node.operation, a, b);
        });
    }
  }

  static Value arithmetic(Node::Operator operation, const Number& a, const Number& b) {
    using Operator = Node::Operator;
    switch (operation) {
      case Operator::add:
        return a + b;
      case Operator::subtract:
        return a - b;
      case Operator::multiply:
        return a * b;
      case Operator::divide:
        return a / b;
      case Operator::quotient:
        return quotient(a, b);
      case Operator::modulo:
        return modulo(a, b);
      case Operator::less:
        return compare(a, b) < 0;
      case Operator::at_most:
        return compare(a, b) <= 0;
      case Operator::greater:
        return compare(a, b) > 0;
      default:
        return compare(a, b) >= 0;
    }
  }

  bool equal(const Node& node) const {
    Value own_a, own_b;
    const Value &a = of(*node.parts[0], own_a), &b = of(*node.parts[1], own_b);
    if (a.index() != b.index()) {
      // A number that may also be a name: which names that are is checked before.
      if ((std::holds_alternative<std::string>(a) && std::holds_alternative<Number>(b)) ||
          (std::holds_alternative<Number>(a) && std::holds_alternative<std::string>(b)))
        return false;
      const bool first = std::holds_alternative<std::string>(a);
      wrong(*node.parts[first ? 0 : 1], first ? a : b, kind_of(first ? b : a).c_str());
    }
    if (const Number* const number = std::get_if<Number>(&a)) return compare(*number, std::get<Number>(b)) == 0;
    return a == b;
  }

  const std::string& text_;
  const Names& names_;
};

/// How tightly an operator binds, the loosest least.
int tightness(const Node& node) {
  if (node.kind == Node::Kind::choice) return 0;
  if (node.kind != Node::Kind::unary && node.kind != Node::Kind::binary) return 8;
  const std::string& sign = node.text;
  if (node.kind == Node::Kind::unary) return sign == "not" ? 3 : 7;
  if (sign == "or") return 1;
  if (sign == "and") return 2;
  if (sign == "+" || sign == "-") return 5;
  return sign == "*" || sign == "/" || sign == "div" || sign == "mod" ? 6 : 4;
}

/// Writes an expression with values in place of names.
class Writing {
 public:
  Writing(const Names& names, const std::set<std::string>& free) : names_(names), free_(free) {}

  /// In parentheses where it binds less than `least`.
  std::string of(const Node& node, int least) const {
    if (!is_free(node)) try {
        const Value value = Evaluation(node.text, names_).of(node);
        if (has_literal(value)) return literal(value);
      } catch (const InputError&) {  // what is beside it decides that nobody asks for it
      }
    if (const std::optional<bool> known = flag_of(node)) return literal(*known);
    if (const Node* const rest = left_over(node)) return of(*rest, least);
    const std::string text = inner(node);
    return tightness(node) < least ? "(" + text + ")" : text;
  }

 private:
  bool is_free(const Node& node) const {
    if (node.kind == Node::Kind::name) return free_.count(node.text) != 0;
    return std::any_of(node.parts.begin(), node.parts.end(), [this](const NodePtr& part) { return is_free(*part); });
  }

  /// nullopt: it differs, or it is no flag. One side of `and` and `or` may decide what the other leaves open.
  std::optional<bool> flag_of(const Node& node) const {
    if (node.kind == Node::Kind::unary && node.text == "not") {
      const std::optional<bool> known = flag_of(*node.parts[0]);
      return known ? std::optional<bool>(!*known) : std::nullopt;
    }
    if (node.kind == Node::Kind::binary && (node.text == "and" || node.text == "or")) {
      const std::optional<bool> known[] = {flag_of(*node.parts[0]), flag_of(*node.parts[1])};
      const bool decides = node.text == "or";
      if (known[0] == decides || known[1] == decides) return decides;
      return known[0] && known[1] ? std::optional<bool>(!decides) : std::nullopt;
    }
    if (is_free(node)) return std::nullopt;
    try {
      const Value value = Evaluation(node.text, names_).of(node);
      if (const bool* const flag = std::get_if<bool>(&value)) return *flag;
    } catch (const InputError&) {  // who evaluates it says so
    }
    return std::nullopt;
  }

  /// What is left of `and` and `or` where one side is known and does not decide; nullptr: all of it, or nothing.
  const Node* left_over(const Node& node) const {
    if (node.kind != Node::Kind::binary || (node.text != "and" && node.text != "or")) return nullptr;
    for (const std::size_t side : {0, 1})
      if (const std::optional<bool> known = flag_of(*node.parts[side]); known && *known == (node.text == "and"))
        return node.parts[1 - side].get();
    return nullptr;
  }

  std::string inner(const Node& node) const {
    const int own = tightness(node);
    switch (node.kind) {
      case Node::Kind::value:
        if (!node.text.empty()) return "'" + node.text + "'";
        return literal(node.value);
      case Node::Kind::path: {
        std::string path = node.text;
        for (const NodePtr& part : node.parts) path.replace(path.find("[*]"), 3, "[" + of(*part, 0) + "]");
        return path;
      }
      case Node::Kind::name:
        if (const Value* const known = names_.find(node.text)) return literal(*known);
        return node.text;
      case Node::Kind::choice:
        // What is known of one side of its condition may decide it.
        if (const std::string condition = of(*node.parts[0], 1); condition == "true" || condition == "false")
          return of(*node.parts[condition == "true" ? 1 : 2], 0);
        else
          return of(*node.parts[1], 1) + " if " + condition + " else " + of(*node.parts[2], 0);
      case Node::Kind::unary:
        return (node.text == "not" ? "not " : "-") + of(*node.parts[0], own);
      case Node::Kind::binary:
        if (node.text == "in") return of(*node.parts[0], own + 1) + " in " + list_text(*node.parts[1], own + 1);
        // Comparisons have no order among themselves, the others go from left to right.
        return of(*node.parts[0], own == 4 ? own + 1 : own) + " " + node.text + " " + of(*node.parts[1], own + 1);
      case Node::Kind::list:
        return "[" + values(node) + "]";
      case Node::Kind::element:
        return list_text(*node.parts[0], own) + "[" + of(*node.parts[1], 0) + "]";
      case Node::Kind::call:
        return node.text + "(" + values(node) + ")";
    }
    return {};
  }

  /// Dimensions have no text that an expression reads: they are a list.
  std::string list_text(const Node& node, int least) const {
    if (!is_free(node)) try {
        const Value value = Evaluation(node.text, names_).of(node);
        if (const auto* const numbers = std::get_if<std::vector<std::uint64_t>>(&value))
          return literal(NumberList{*numbers});
      } catch (const InputError&) {  // of() writes it as it is
      }
    return of(node, least);
  }

  std::string values(const Node& node) const {
    std::vector<std::string> inside;
    for (const PatternTemplate& one : node.statistics) inside.push_back(one.text_with(names_, free_));
    for (const NodePtr& part : node.parts) inside.push_back(of(*part, 0));
    return fmt::format("{}", fmt::join(inside, ", "));
  }

  const Names& names_;
  const std::set<std::string>& free_;
};

}  // namespace

std::string kind_of(const Value& value) {
  if (const Number* const number = std::get_if<Number>(&value)) return dimension_name(number->dimension());
  if (std::holds_alternative<std::string>(value)) return "a name";
  if (std::holds_alternative<NumberList>(value)) return "a list";
  return std::holds_alternative<bool>(value) ? "true or false" : "dimensions";
}

Expression Expression::parse(const std::string& text, const SourcePosition& position) {
  Expression expression;
  expression.text_ = text;
  expression.position_ = position;
  expression.root_ = Parser(text, position, false).whole();
  return expression;
}

Expression Expression::parse_formula(const std::string& text, const SourcePosition& position) {
  Expression formula;
  formula.text_ = text;
  formula.position_ = position;
  formula.root_ = Parser(text, position, true).whole();
  return formula;
}

Expression Expression::of_statistics(const std::string& function, std::vector<PatternTemplate> statistics,
                                     const std::optional<Expression>& at, const SourcePosition& position) {
  Expression formula;
  formula.text_ = function;
  formula.position_ = position;
  formula.root_ =
      over(function, position, std::move(statistics), at ? std::vector<NodePtr>{at->root_} : std::vector<NodePtr>());
  return formula;
}

Expression Expression::of(const Value& value, const SourcePosition& position) {
  auto node = std::make_shared<Node>();
  node->position = position;
  node->value = value;
  Expression expression;
  expression.position_ = position;
  expression.root_ = node;
  return expression;
}

void Expression::check(const Scope& scope, const std::string& what, const Words& words) const {
  NameCheck(*root_, text_, scope, what).check(*root_, words);
}

bool Expression::is_choice(const Scope& scope) const {
  return NameCheck(*root_, text_, scope, text_).words_of(*root_).is_choice;
}

Value Expression::evaluate(const Names& names) const {
  return Evaluation(text_, names).of(*root_);
}

Value evaluate_node(const Expression::Node& node, const std::string& text, const Names& names) {
  return Evaluation(text, names).of(node);
}

void Expression::add_names(std::set<std::string>& names) const {
  add_names_of(*root_, names);
}

std::string Expression::text_with(const Names& names, const std::set<std::string>& free) const {
  return Writing(names, free).of(*root_, 0);
}

std::optional<std::uint64_t> Expression::whole_number(const Names& names) const {
  Value own;
  const Number* const number = std::get_if<Number>(&Evaluation(text_, names).of(*root_, own));
  constexpr Number::Wide most = std::numeric_limits<std::uint64_t>::max();
  if (number == nullptr || number->dimension() != Dimension::plain || !number->is_whole() || number->negative() ||
      number->numerator() > most)
    return std::nullopt;
  return static_cast<std::uint64_t>(number->numerator());
}

std::uint64_t Expression::count(const Names& names, const char* what, const std::string& name) const {
  const std::optional<std::uint64_t> number = whole_number(names);
  return number ? *number : count(names, fmt::format("{} `{}`", what, name));
}

std::uint64_t Expression::count(const Names& names, const std::string& what) const {
  if (const std::optional<std::uint64_t> number = whole_number(names)) return *number;
  const Value value = evaluate(names);
  const Number* const number = std::get_if<Number>(&value);
  if (const std::string* const name = std::get_if<std::string>(&value))
    throw InputError(position_, fmt::format("{}: unknown name `{}`", what, name->substr(0, 60)),
                     names.all().empty() ? "Write a whole number" : suggestion(*name, names.all()));
  if (number == nullptr || number->dimension() != Dimension::plain || !number->is_whole() || number->negative())
    throw InputError(position_, fmt::format("{} is {}", what, number == nullptr ? kind_of(value) : number->text()),
                     "Use a whole number from 0 on");
  try {
    return number->to_stored(Quantity::count);
  } catch (const ValueError& error) {
    throw InputError(position_, fmt::format("{}: {}", what, error.what()), error.remedy());
  }
}

bool Expression::flag(const Names& names, const std::string& what) const {
  Value own;
  const Value& value = Evaluation(text_, names).of(*root_, own);
  if (const bool* const flag = std::get_if<bool>(&value)) return *flag;
  if (const std::string* const name = std::get_if<std::string>(&value))
    throw InputError(position_, fmt::format("{}: unknown name `{}`", what, name->substr(0, 60)),
                     names.all().empty() ? "Write a comparison" : suggestion(*name, names.all()));
  throw InputError(position_, fmt::format("{} is {}", what, kind_of(value)), "Write a comparison, or true or false");
}

}  // namespace isochron
