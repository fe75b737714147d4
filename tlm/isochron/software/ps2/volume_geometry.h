// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <isochron/observe/parameter_problem.h>

namespace isochron {

/// A three-dimensional image as it is divided into extents: cubes of `extent` voxels an edge, numbered by x, then y,
/// then z. Source: PS2, section 5.
struct VolumeGeometry {
  std::array<std::uint64_t, 3> size{512, 512, 384};  ///< voxels; multiples of `extent`
  std::uint64_t extent = 32;                         ///< voxels an edge
  std::uint64_t voxel = 1;                           ///< bytes

  std::uint64_t extents(unsigned axis) const { return size[axis] / extent; }
  std::uint64_t extents() const { return extents(0) * extents(1) * extents(2); }
  std::uint64_t extent_bytes() const { return extent * extent * extent * voxel; }

  /// Most of them that one of `disks` has, whatever the offsets: each row of extents gives a disk one more than its
  /// share at most.
  std::uint64_t most_extents_of(std::uint64_t disks) const;
  /// What is wrong with sizes and edge, as parameters `volume.size` and `volume.extent`.
  std::vector<ParameterProblem> problems() const;

  std::uint64_t number(std::uint64_t x, std::uint64_t y, std::uint64_t z) const {
    return x + extents(0) * (y + extents(1) * z);
  }
  /// Where extent `number` is, counted in extents.
  std::array<std::uint64_t, 3> place(std::uint64_t number) const {
    return {number % extents(0), number / extents(0) % extents(1), number / extents(0) / extents(1)};
  }
};

}  // namespace isochron
