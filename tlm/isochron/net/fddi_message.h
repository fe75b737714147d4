// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/protocol/tag.h>

namespace isochron {

/// A message on its way over an FDDI ring.
struct FddiMessage {
  Payload* payload = nullptr;
  unsigned source = 0;       ///< station
  unsigned destination = 0;  ///< station
  std::uint64_t unsent = 0;  ///< bytes that are in no frame yet
};

}  // namespace isochron
