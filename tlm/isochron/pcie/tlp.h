// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include <isochron/pcie/tlp_type.h>
#include <isochron/protocol/tag.h>

namespace isochron {

/// A message as a transaction layer packet: what links, buffers and ordering need to know of it.
struct Tlp {
  TlpType type = TlpType::posted;
  std::uint8_t traffic_class = 0;
  std::uint32_t data = 0;  ///< bytes of data that it carries; a read request carries none

  static Tlp of(const Payload& payload) {
    const Tag& tag = tag_of(payload);
    const TlpType type = tlp_type_of(tag.kind);
    return {type, tag.traffic_class, type == TlpType::non_posted ? 0 : payload.get_data_length()};
  }
  /// The same on a link that tells `classes` >= 1 classes apart: higher ones are the last.
  Tlp among(unsigned classes) const {
    return {type, static_cast<std::uint8_t>(std::min<unsigned>(traffic_class, classes - 1)), data};
  }
};

}  // namespace isochron
