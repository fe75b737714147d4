// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace isochron::testbench {

/// One PC alone that makes planes, step by step, a tick at a time: a second reading of PS2's section 5 and 7, which
/// shares no code with the machine. Disks have one request at a time and a string each; its processor prefers the
/// disks' interface to all else.
struct OnePcByTicks {
  std::uint64_t read = 1;  ///< ticks from a request to the extent in memory; as all times 1 or more
  std::uint64_t disk_interface = 1;
  std::uint64_t extract = 1;
  std::uint64_t merge = 1;
  std::uint64_t display = 1;
  std::uint64_t disks = 1;
  std::uint64_t in_flight = 1;                     ///< planes
  std::vector<std::vector<std::uint64_t>> planes;  ///< of each plane the disks of its extents, by their numbers

  /// When the last plane is on the display.
  std::uint64_t ticks() const;
};

}  // namespace isochron::testbench
