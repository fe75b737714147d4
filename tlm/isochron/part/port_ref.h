// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace isochron {

/// A port of a part by the place of its group in PartConfig::ports() and its index.
struct PortRef {
  unsigned group = 0;
  unsigned index = 0;

  friend bool operator==(const PortRef& a, const PortRef& b) { return a.group == b.group && a.index == b.index; }
  friend bool operator<(const PortRef& a, const PortRef& b) {
    return a.group != b.group ? a.group < b.group : a.index < b.index;
  }
};

/// A port of one of a machine's parts.
struct PortOfPart {
  std::size_t part = 0;
  PortRef port;

  friend bool operator<(const PortOfPart& a, const PortOfPart& b) {
    return a.part != b.part ? a.part < b.part : a.port < b.port;
  }
};

}  // namespace isochron
