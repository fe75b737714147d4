// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace isochron {

/// Which I/Os of a RAID controller read a part of a lost unit, to rebuild it: every n-th, in the same order at every
/// controller, so that the I/O's number says which unit.
struct LostUnits {
  std::uint64_t every = 0;  ///< 0: none

  /// 0 for an I/O that reads data as stored, else 1 + the number of the lost unit.
  std::uint64_t of(std::uint64_t block) const {
    return every > 0 && block % every == every - 1 ? 1 + block / every : 0;
  }
};

}  // namespace isochron
