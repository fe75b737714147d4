// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "command.h"

namespace isochron::rtl {

/// A packet of the stream into a core: TKEEP of its beats, the last of which has TLAST.
struct StreamPacket {
  std::uint64_t first_beat = 0;  ///< number of its first beat in the stream, which gives its data
  std::vector<std::uint64_t> keeps;
};

/// What a command makes of a packet.
struct Reception {
  enum Kind { whole, is_short, is_long, hole };
  Kind kind = whole;
  std::uint64_t bytes = 0;  ///< moved
};

/// The packet of a command, as its shape says.
StreamPacket packet_of(const Command& command, unsigned word_bytes, unsigned address_bits);
Reception receive(const Command& command, const StreamPacket& packet, unsigned word_bytes, unsigned address_bits);

}  // namespace isochron::rtl
