// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/pcie/tlp.h>

namespace isochron {

/// Credits of flow control: places for headers, and for data in units of 16 B.
struct Credits {
  static constexpr std::uint32_t unit = 16;  ///< bytes of data for one credit

  std::uint32_t headers = 0;
  std::uint32_t data = 0;

  /// What a packet takes.
  static constexpr Credits of(const Tlp& tlp) { return {1, (tlp.data + unit - 1) / unit}; }

  constexpr Credits& operator+=(const Credits& more) {
    headers += more.headers;
    data += more.data;
    return *this;
  }
  constexpr bool operator==(const Credits& other) const { return headers == other.headers && data == other.data; }
};

}  // namespace isochron
