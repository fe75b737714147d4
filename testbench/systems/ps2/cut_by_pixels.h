// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>

#include "systems/ps2/ps2_case.h"

namespace isochron::testbench {

/// A plane part as found pixel by pixel.
struct PartByPixels {
  std::uint64_t pixels = 0;
  std::uint64_t left = ~std::uint64_t{0};
  std::uint64_t top = ~std::uint64_t{0};
  std::uint64_t right = 0;
  std::uint64_t bottom = 0;
  std::uint64_t bytes = 0;  ///< as it is sent
  std::uint64_t disk = 0;   ///< of all
};

/// The parts of a plane by the numbers of their extents, by asking each pixel which voxel it shows: a reading of the
/// paper of its own, which shares nothing with the cutter but where a plane lies. The placement has no `best`.
std::map<std::uint64_t, PartByPixels> cut_by_pixels(const Ps2Case& p, const ImagePlane& plane);

}  // namespace isochron::testbench
