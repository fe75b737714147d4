// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isochron {

/// The name of one of several parts: "raid[3]".
inline std::string indexed(const std::string& part, unsigned index) {
  return part + "[" + std::to_string(index) + "]";
}

}  // namespace isochron
