// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/pcie/credits.h>
#include <isochron/pcie/tlp_type.h>

namespace isochron {

/// A data link layer packet that travels against the packets that it is about: an Ack, or an UpdateFC of one type.
struct Dllp {
  static constexpr std::uint32_t bytes = 8;  ///< on the link: framing 2 B, content 4 B, CRC 2 B

  std::uint64_t acknowledged = 0;  ///< bytes of packets with their overhead; 0: it is an UpdateFC
  std::uint8_t traffic_class = 0;
  TlpType type = TlpType::posted;
  Credits credits;  ///< that an UpdateFC returns

  bool is_ack() const { return acknowledged > 0; }
};

}  // namespace isochron
