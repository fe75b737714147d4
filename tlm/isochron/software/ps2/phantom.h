// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace isochron {

/// A three-dimensional image that is a function of the coordinates, as tomography's phantoms are: ellipsoids of
/// different densities in one another, and a texture of its own at every voxel, so that hardly any voxel can be taken
/// for its neighbour. Values are 1 to 255; 0 is nowhere.
class Phantom {
 public:
  /// `size`: voxels of the image.
  explicit Phantom(const std::array<std::uint64_t, 3>& size);

  std::uint8_t voxel(std::uint64_t x, std::uint64_t y, std::uint64_t z) const;

 private:
  struct Ellipsoid {
    std::array<std::int64_t, 3> centre;  ///< in half voxels
    std::array<std::int64_t, 3> radius;  ///< in half voxels
    std::int64_t density;
  };

  std::array<Ellipsoid, 8> ellipsoids_{};
};

}  // namespace isochron
