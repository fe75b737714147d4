// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/software/ps2/image_plane.h>
#include <isochron/software/ps2/volume_geometry.h>

namespace isochron {

/// What of a plane lies in one extent: a plane part (PS2, section 5).
struct PlanePart {
  std::uint32_t extent = 0;  ///< its number
  std::uint32_t pixels = 0;
  // The rectangle of the plane that holds its pixels, both ends inclusive.
  std::uint32_t left = 0;
  std::uint32_t top = 0;
  std::uint32_t right = 0;
  std::uint32_t bottom = 0;

  std::uint32_t width() const { return right - left + 1; }
  std::uint32_t height() const { return bottom - top + 1; }
};

/// Pixels `left` to `right` (inclusive) of a line of the plane, all in one extent.
struct PlaneRun {
  std::uint32_t extent = 0;
  std::uint32_t line = 0;
  std::uint32_t left = 0;
  std::uint32_t right = 0;
};

/// The runs of line `line` of `plane` within `volume`, from left to right, into `runs`. Exact: by whole numbers.
void cut_line(const VolumeGeometry& volume, const ImagePlane& plane, std::uint32_t line, std::vector<PlaneRun>& runs);

/// How many of `most` planes of so many pixels may be cut for an estimate: all in the paper's volume, fewer where a
/// plane has more runs, but 2 at least.
std::uint64_t affordable_planes(const VolumeGeometry& volume, std::uint64_t width, std::uint64_t height,
                                std::uint64_t most);

/// The extents that `plane` meets, those of which at least one pixel shows a voxel, by number.
std::vector<PlanePart> cut(const VolumeGeometry& volume, const ImagePlane& plane);

}  // namespace isochron
