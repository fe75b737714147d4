// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/utf8.h>

#include <array>

namespace isochron {

namespace {

/// How a character of so many bytes begins, and the smallest that needs as many.
struct Form {
  unsigned mask;
  unsigned lead;
  char32_t smallest;
};

constexpr std::array<Form, 4> forms{{{0x80, 0x00, 0}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}}};

}  // namespace

Utf8Character utf8_character(const std::string& text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  for (std::size_t more = 0; more < forms.size(); ++more) {
    const Form& form = forms[more];
    if ((byte(at) & form.mask) != form.lead) continue;
    char32_t value = byte(at) & ~form.mask;
    for (std::size_t i = 1; i <= more; ++i) {
      if ((byte(at + i) & 0xc0u) != 0x80u) return {};
      value = value << 6 | (byte(at + i) & 0x3fu);
    }
    const bool surrogate = value >= 0xd800 && value < 0xe000;
    if (value < form.smallest || surrogate || value > 0x10ffff) return {};
    return {value, more + 1};
  }
  return {};
}

}  // namespace isochron
