// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "command.h"

namespace isochron::rtl {

/// Bytes that follow each other at one end of a command: a row, or all rows of a plane where they are joined. Rows of
/// an XOR never are.
struct Segment {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;

  /// Words of the bus that it touches: the fewest beats that move it.
  std::uint64_t words(unsigned word_bytes) const {
    return bytes ? (address % word_bytes + bytes + word_bytes - 1) / word_bytes : 0;
  }
};

/// Source segments in the order of the move; of an XOR those of all sources. Addresses are modulo 2^`address_bits`.
std::vector<Segment> source_segments(const Command& command, unsigned address_bits);
std::vector<Segment> destination_segments(const Command& command, unsigned address_bits);

/// Where a row begins, modulo 2^`address_bits`.
std::uint64_t source_row(const Command& command, std::uint32_t plane, std::uint32_t row, unsigned address_bits);
std::uint64_t destination_row(const Command& command, std::uint32_t plane, std::uint32_t row, unsigned address_bits);

}  // namespace isochron::rtl
