// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/software/ps2/plane_cut.h>
#include <isochron/software/ps2/volume_geometry.h>

namespace isochron {

/// Which disk has which extent: disk = (x + row_offset * y + plane_offset * z) mod disks, both offsets prime to the
/// number of disks, so that neighbours are on different disks. Source: PS2, section 5.
struct ExtentPlacement {
  std::uint64_t disks = 1;
  std::uint64_t row_offset = 1;    ///< between successive rows of extents
  std::uint64_t plane_offset = 1;  ///< between successive planes of extents

  std::uint64_t disk_of(const VolumeGeometry& volume, std::uint64_t extent) const {
    const auto [x, y, z] = volume.place(extent);
    return (x + row_offset * y + plane_offset * z) % disks;
  }

  /// Load of the busiest disk over the mean of all disks, for one plane.
  double imbalance(const VolumeGeometry& volume, const std::vector<PlanePart>& parts) const;
  /// Its mean over planes.
  double imbalance(const VolumeGeometry& volume, const std::vector<std::vector<PlanePart>>& planes) const;

  /// Pairs of offsets that best() tries, and the most extents that it counts for each.
  static std::uint64_t tries(std::uint64_t disks, std::uint64_t row_offset, std::uint64_t plane_offset);
  static constexpr std::uint64_t most_counted = 100'000;
  /// The offsets with the least mean imbalance over planes that a seed of ours draws, not those of any run; an offset
  /// that is not 0 is kept. Of the many offsets of many disks the smallest 40 are tried.
  static ExtentPlacement best(const VolumeGeometry& volume, std::uint64_t disks, std::uint64_t row_offset,
                              std::uint64_t plane_offset, std::uint64_t centre_box);
};

}  // namespace isochron
