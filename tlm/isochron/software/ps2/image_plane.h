// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace isochron {

/// A plane of pixels that lies anywhere in a volume. Pixel (i, j) is at origin + i * column + j * row, in units of
/// 2^-20 voxels, and shows the nearest voxel. Voxel k of an axis is from k - 1/2 (inclusive) to k + 1/2: whole numbers
/// all along, so that nobody rounds differently.
struct ImagePlane {
  static constexpr unsigned fraction_bits = 20;
  static constexpr std::int64_t one = std::int64_t{1} << fraction_bits;

  using Vector = std::array<std::int64_t, 3>;

  Vector origin{};  ///< of pixel (0, 0)
  Vector column{};  ///< from a pixel to its right neighbour
  Vector row{};     ///< to the one below
  std::uint64_t width = 512;
  std::uint64_t height = 512;

  /// A coordinate of pixel (i, j), shifted so that its whole part is the voxel.
  std::int64_t shifted(unsigned axis, std::int64_t i, std::int64_t j) const {
    return origin[axis] + i * column[axis] + j * row[axis] + one / 2;
  }
  /// Voxel that pixel (i, j) shows, on one axis; may be outside the volume.
  std::int64_t voxel(unsigned axis, std::int64_t i, std::int64_t j) const {
    return shifted(axis, i, j) >> fraction_bits;
  }
};

}  // namespace isochron
