// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isochron {

/// "where: cause. Remedy." for one line on the screen. The remedy may bring its own question mark.
inline std::string error_text(const std::string& where, const std::string& cause, std::string remedy) {
  if (!remedy.empty() && remedy.front() >= 'a' && remedy.front() <= 'z')
    remedy.front() = static_cast<char>(remedy.front() - 'a' + 'A');
  const bool ends = !remedy.empty() && (remedy.back() == '?' || remedy.back() == '.');
  return where + ": " + cause + ". " + remedy + (ends ? "" : ".");
}

}  // namespace isochron
