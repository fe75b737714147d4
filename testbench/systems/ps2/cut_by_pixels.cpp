// SPDX-License-Identifier: Apache-2.0
#include "systems/ps2/cut_by_pixels.h"

#include <algorithm>
#include <cmath>

namespace isochron::testbench {

std::map<std::uint64_t, PartByPixels> cut_by_pixels(const Ps2Case& p, const ImagePlane& plane) {
  std::map<std::uint64_t, PartByPixels> parts;
  const auto edge = static_cast<double>(p.extent);
  for (std::uint64_t j = 0; j < plane.height; ++j)
    for (std::uint64_t i = 0; i < plane.width; ++i) {
      std::uint64_t at[3];
      bool inside = true;
      for (unsigned axis = 0; axis < 3; ++axis) {
        // Exact: 32 bits of whole voxels and 20 behind them fit a double.
        const double voxels = std::ldexp(static_cast<double>(plane.origin[axis]) +
                                             static_cast<double>(i) * static_cast<double>(plane.column[axis]) +
                                             static_cast<double>(j) * static_cast<double>(plane.row[axis]),
                                         -20);
        const double nearest = std::floor(voxels + 0.5);
        inside = inside && nearest >= 0 && nearest < static_cast<double>(p.volume_size[axis]);
        at[axis] = inside ? static_cast<std::uint64_t>(nearest / edge) : 0;
      }
      if (!inside) continue;
      const std::uint64_t across = p.volume_size[0] / p.extent, down = p.volume_size[1] / p.extent;
      PartByPixels& part = parts[at[0] + across * (at[1] + down * at[2])];
      ++part.pixels;
      part.left = std::min(part.left, i);
      part.right = std::max(part.right, i);
      part.top = std::min(part.top, j);
      part.bottom = std::max(part.bottom, j);
      part.disk = (at[0] + p.placement.row_offset * at[1] + p.placement.plane_offset * at[2]) % p.disks();
    }
  for (auto& [extent, part] : parts) {
    const std::uint64_t box = (part.right - part.left + 1) * (part.bottom - part.top + 1);
    part.bytes = p.part.header + p.voxel * (p.part.encoding == PartFormat::Encoding::pixels ? part.pixels : box);
  }
  return parts;
}

}  // namespace isochron::testbench
