// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace isochron {

/// A character of a UTF-8 text.
struct Utf8Character {
  char32_t value = 0;
  std::size_t length = 0;  ///< bytes; 0 where there is no character
};

/// The character that begins at byte `at` < text.size(), as RFC 3629 has it: neither in more bytes than it needs, nor
/// half of a surrogate pair, nor above U+10FFFF, nor cut off.
Utf8Character utf8_character(const std::string& text, std::size_t at);

}  // namespace isochron
