// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/ps2/volume_geometry.h>

#include <algorithm>
#include <string>

namespace isochron {

std::uint64_t VolumeGeometry::most_extents_of(std::uint64_t disks) const {
  const std::uint64_t rows = extents(1) * extents(2), in_row = extents(0);
  return in_row % disks == 0 ? rows * in_row / disks : std::min(rows * (in_row / disks + 1), extents());
}

std::vector<ParameterProblem> VolumeGeometry::problems() const {
  const auto divides_all = [this](std::uint64_t edge) {
    return std::all_of(size.begin(), size.end(), [edge](std::uint64_t of_axis) { return of_axis % edge == 0; });
  };
  const auto undivided =
      std::find_if(size.begin(), size.end(), [this](std::uint64_t of_axis) { return of_axis % extent != 0; });
  if (undivided == size.end()) return {};
  std::uint64_t divisor = extent;
  while (divisor > 1 && !divides_all(divisor)) --divisor;
  return {{"volume.extent",
           "extents of " + std::to_string(extent) + " voxels an edge do not divide " + std::to_string(*undivided) +
               " voxels",
           "use an edge that divides every dimension of volume.size",
           {"volume.extent", "volume.size"},
           {{"volume.extent", divisor}, {"volume.size", extent}}}};
}

}  // namespace isochron
