// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/language/literal.h>

#include <limits>

#include <fmt/format.h>

#include <isochron/scenario/units.h>

namespace isochron {

namespace {

Quantity quantity_of(Dimension dimension) {
  switch (dimension) {
    case Dimension::bytes:
      return Quantity::bytes;
    case Dimension::duration:
      return Quantity::duration;
    case Dimension::data_rate:
      return Quantity::data_rate;
    case Dimension::frequency:
      return Quantity::frequency;
    case Dimension::bits:
      return Quantity::bits;
    case Dimension::plain:
    case Dimension::event_rate:
      break;
  }
  return Quantity::count;
}

std::string whole(Number::Wide value) {
  return Number(value, 1, Dimension::plain).text();
}

}  // namespace

bool has_literal(const Value& value) {
  constexpr Number::Wide most = std::numeric_limits<std::uint64_t>::max();
  const Number* const number = std::get_if<Number>(&value);
  return number == nullptr ||
         (number->numerator() <= most && -number->numerator() <= most && number->denominator() <= most);
}

std::string literal(const Number& number) {
  if (number.negative()) return "-" + literal(Number(-number.numerator(), number.denominator(), number.dimension()));
  const bool fits = number.numerator() <= Number::Wide{std::numeric_limits<std::uint64_t>::max()};
  std::string text =
      fits ? format_stored(static_cast<std::uint64_t>(number.numerator()), quantity_of(number.dimension()))
           : whole(number.numerator());
  if (number.dimension() == Dimension::event_rate) text += " /s";
  return number.is_whole() ? text : fmt::format("({} / {})", text, whole(number.denominator()));
}

std::string literal(const Value& value) {
  if (const Number* const number = std::get_if<Number>(&value)) return literal(*number);
  if (const bool* const flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const auto* const dimensions = std::get_if<std::vector<std::uint64_t>>(&value))
    return format_dimensions(*dimensions);
  if (const NumberList* const list = std::get_if<NumberList>(&value))
    return fmt::format("[{}]", fmt::join(list->numbers, ", "));
  return std::get<std::string>(value);
}

std::string quoted_text(const std::string& text) {
  std::string quoted = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') quoted += '\\';
    if (letter == '\n')
      quoted += "\\n";
    else
      quoted += letter;
  }
  return quoted + '"';
}

}  // namespace isochron
