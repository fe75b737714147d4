// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace isochron::rtl {

/// Surroundings of a measurement: strands read back to back.
struct StrandRun {
  unsigned survivors = 0;  ///< 0: healthy reads
  unsigned disks = 4;      ///< of healthy reads
  unsigned requests = 16;
  std::uint32_t blocks = 128;     ///< of a request
  std::uint16_t max_blocks = 64;  ///< of a command
  std::uint8_t depth = 2;
  unsigned latency = 0;    ///< of memory, cycles
  unsigned bus_stall = 0;  ///< percent of cycles in which the bus takes no word
  bool mixed = false;      ///< words of several disks in turn
  bool write = false;
};

/// Words that the channel carried a cycle, from the first to the last; throws when a request fails.
double strand_rate(const StrandRun& run);

}  // namespace isochron::rtl
