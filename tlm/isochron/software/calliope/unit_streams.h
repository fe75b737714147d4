// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/software/calliope/central_process.h>

namespace isochron {

/// The streams of a storage unit, for a part that begins and ends them.
struct UnitStreams {
  CentralProcess& central;
  std::uint64_t numbers;  ///< that streams may have, from 0
  std::uint64_t disks;
  bool single;  ///< each file is on one disk
};

}  // namespace isochron
