// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/language/text_template.h>

#include <fmt/format.h>

#include <isochron/machine/language/literal.h>
#include <isochron/scenario/input_error.h>

namespace isochron {

namespace {

/// A value for a sentence: exact where it is a whole number of stored units.
std::string value_text(const Value& value) {
  const Number* const number = std::get_if<Number>(&value);
  return number == nullptr || number->is_whole() ? literal(value) : number->text();
}

}  // namespace

TextTemplate TextTemplate::parse(const std::string& text, const SourcePosition& position) {
  TextTemplate parsed;
  std::size_t at = 0;
  for (std::size_t open = text.find('{'); open != std::string::npos; open = text.find('{', at)) {
    const std::size_t close = text.find('}', open);
    if (close == std::string::npos)
      throw InputError(position, fmt::format("`{}`: a brace is not closed", text.substr(0, 80)),
                       "Write an expression between braces: {nodes - 1}");
    parsed.pieces_.emplace_back(text.substr(at, open - at),
                                Expression::parse(text.substr(open + 1, close - open - 1), position));
    at = close + 1;
  }
  parsed.rest_ = text.substr(at);
  return parsed;
}

void TextTemplate::check(const Expression::Scope& scope, const std::string& what) const {
  for (const auto& [text, expression] : pieces_) expression.check(scope, what);
}

std::string TextTemplate::text(const Names& names) const {
  std::string written;
  for (const auto& [text, expression] : pieces_) written += text + value_text(expression.evaluate(names));
  return written + rest_;
}

}  // namespace isochron
