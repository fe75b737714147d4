// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace isochron {

/// Which I/Os of a RAID controller read a part of a lost unit, to rebuild it: every n-th, in the same order at every
/// controller, so that the I/O's number says which unit.
struct LostUnits {
  std::uint64_t every = 0;   ///< 0: none
  std::uint64_t first = 0;   ///< block with which they begin
  std::uint64_t before = 0;  ///< units of earlier losses

  /// 0 for an I/O that reads data as stored, else 1 + the number of the lost unit.
  std::uint64_t of(std::uint64_t block) const {
    if (every == 0 || block < first) return 0;
    const std::uint64_t since = block - first;
    return since % every == every - 1 ? 1 + before + since / every : 0;
  }
};

}  // namespace isochron
