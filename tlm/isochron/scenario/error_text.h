// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isochron {

/// "where: cause. Remedy." for one line on the screen. The remedy may bring its own question mark.
inline std::string error_text(const std::string& where, const std::string& cause, const std::string& remedy) {
  const bool ends = !remedy.empty() && (remedy.back() == '?' || remedy.back() == '.');
  return where + ": " + cause + ". " + remedy + (ends ? "" : ".");
}

}  // namespace isochron
