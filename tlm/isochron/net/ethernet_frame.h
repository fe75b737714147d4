// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/net/network_message.h>

namespace isochron {

/// A frame on an Ethernet, which carries a piece of one message.
struct EthernetFrame {
  NetworkMessage* message = nullptr;
  std::uint64_t bytes = 0;  ///< on the wire, the gap behind it included
  bool last = false;        ///< of its message
};

}  // namespace isochron
