// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/core/random_stream.h>
#include <isochron/storage/disk_delay.h>

namespace isochron {

/// The time before a disk access begins to transfer. `triangular`: density 2/(3m) (1 - t/(3m)) between 0 and 3m with
/// mean m (Gennart et al., section 3.2; strands lie anywhere on the disk). `deterministic`: always m. `mechanical`: of
/// the arm's way and the rotation, which is the disk's to say (DiskMechanics): not to be drawn here.
struct SeekLatency {
  enum class Law { triangular, deterministic, mechanical };

  Law law = Law::triangular;
  std::uint64_t mean = 10 * millisecond;  ///< m, in picoseconds

  Time draw(SplitMix64& stream) const {
    // The triangle whose mode is its lower end.
    return law == Law::deterministic ? mean : DiskDelay{0, 0, 3 * mean}.draw(stream);
  }
  /// What the shortest access takes.
  Time shortest() const { return law == Law::deterministic ? mean : 0; }
};

}  // namespace isochron
