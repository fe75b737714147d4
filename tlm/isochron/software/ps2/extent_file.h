// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/software/ps2/extent_store.h>

namespace isochron {

/// A file of extents as a machine file describes it.
struct ExtentFile {
  std::vector<std::uint64_t> size{512, 512, 384};  ///< voxels
  std::uint64_t extent = 32;                       ///< voxels of an edge
  std::uint64_t voxel = 1;                         ///< bytes
  std::uint64_t disks = 27;
  ExtentStore::Config placement;
  std::uint64_t centre_box = 306'000;  ///< of the planes for which an offset is the best, millionths
  std::uint64_t file_at = 0;           ///< bytes, on each disk
  bool with_data = false;

  VolumeGeometry volume() const { return {{size[0], size[1], size[2]}, extent, voxel}; }
};

}  // namespace isochron
