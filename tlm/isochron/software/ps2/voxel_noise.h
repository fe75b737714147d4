// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/core/split_mix.h>

namespace isochron {

/// A volume whose every voxel is a byte that follows from its coordinates and the seed alone: whoever has one can tell
/// whether it is the right one, wherever it came from. Coordinates are below 2^21.
class VoxelNoise {
 public:
  explicit constexpr VoxelNoise(std::uint64_t seed) : key_(mix(seed + 0x9e3779b97f4a7c15u)) {}

  constexpr std::uint8_t at(std::uint64_t x, std::uint64_t y, std::uint64_t z) const {
    return static_cast<std::uint8_t>(mix(key_ ^ (x | y << 21 | z << 42)));
  }

 private:
  std::uint64_t key_;
};

}  // namespace isochron
