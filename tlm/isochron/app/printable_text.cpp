// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/printable_text.h>

#include <string_view>

#include <fmt/format.h>

#include <isochron/scenario/utf8.h>

namespace isochron {

namespace {

bool is_shown(char32_t character) {
  if (character < 0x20 || (character >= 0x7f && character < 0xa0)) return false;
  const bool turns = character == 0x061c || character == 0x200e || character == 0x200f ||
                     (character >= 0x202a && character <= 0x202e) || (character >= 0x2066 && character <= 0x2069);
  const bool breaks = character == 0x2028 || character == 0x2029;
  const bool is_none = character == 0xfeff || character == 0xfffe || character == 0xffff;
  return !turns && !breaks && !is_none;
}

/// As JSON has it, where JSON can have the character unescaped: a JSON document stays what it is.
std::string escaped(char32_t character) {
  if (character == '\n') return "\\n";
  if (character == '\r') return "\\r";
  if (character == '\t') return "\\t";
  const auto number = static_cast<unsigned>(character);
  return number < 0x20 ? fmt::format("\\x{:02x}", number) : fmt::format("\\u{:04x}", number);
}

std::string printable(const std::string& text, std::string_view kept) {
  std::string shown;
  shown.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const Utf8Character character = utf8_character(text, at);
    if (character.length == 0)
      shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[at]));
    else if (is_shown(character.value) || kept.find(text[at]) != std::string_view::npos)
      shown.append(text, at, character.length);
    else
      shown += escaped(character.value);
    at += character.length == 0 ? 1 : character.length;
  }
  return shown;
}

}  // namespace

std::string one_line(const std::string& text) {
  return printable(text, "");
}

std::string printable_lines(const std::string& text) {
  return printable(text, "\n\t");
}

}  // namespace isochron
