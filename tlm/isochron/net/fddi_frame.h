// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/net/network_message.h>

namespace isochron {

/// A frame on an FDDI ring, which carries a piece of one message.
struct FddiFrame {
  NetworkMessage* message = nullptr;
  std::uint64_t bytes = 0;  ///< on the ring, its preamble included
  bool last = false;        ///< of its message
};

}  // namespace isochron
