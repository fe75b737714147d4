// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isochron {

/// Exceptions have texts that end at a NUL: it is shown as \x00, and what follows stays.
inline std::string without_nul(const std::string& text) {
  std::string shown;
  for (const char letter : text)
    if (letter == '\0')
      shown += "\\x00";
    else
      shown += letter;
  return shown;
}

/// "where: cause. Remedy." for one line on the screen. The remedy may bring its own question mark.
inline std::string error_text(const std::string& where, const std::string& cause, std::string remedy) {
  if (!remedy.empty() && remedy.front() >= 'a' && remedy.front() <= 'z')
    remedy.front() = static_cast<char>(remedy.front() - 'a' + 'A');
  const bool ends = !remedy.empty() && (remedy.back() == '?' || remedy.back() == '.');
  return without_nul(where + ": " + cause + ". " + remedy + (ends ? "" : "."));
}

}  // namespace isochron
