// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/protocol/tag.h>

namespace isochron {

/// A message between two stations of a network that carries it in frames.
struct NetworkMessage {
  Payload* payload = nullptr;
  unsigned source = 0;       ///< station
  unsigned destination = 0;  ///< station
  std::uint64_t unsent = 0;  ///< bytes that are in no frame yet
};

}  // namespace isochron
