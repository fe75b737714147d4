// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include <isochron/observe/parameter_table.h>
#include <isochron/pcie/credits.h>
#include <isochron/pcie/tlp_type.h>

namespace isochron {

/// The buffers at a receiver, by type of packet; each traffic class has as many. They are the credits that the far end
/// begins with.
struct ReceiveBuffers {
  struct OfType {
    std::uint64_t headers = 0;  ///< packets; 0: unlimited
    std::uint64_t data = 0;     ///< bytes, of which whole units of 16 B count; 0: unlimited
  };
  std::array<OfType, tlp_types> of{};

  OfType& operator[](TlpType type) { return of[index_of(type)]; }
  const OfType& operator[](TlpType type) const { return of[index_of(type)]; }

  bool limited() const {
    for (const OfType& one : of)
      if (one.headers != 0 || one.data != 0) return true;
    return false;
  }

  /// "posted.headers", "posted.data" and so on.
  ParameterTable parameters();
};

}  // namespace isochron
