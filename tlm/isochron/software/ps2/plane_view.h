// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include <isochron/core/split_mix.h>
#include <isochron/software/ps2/image_plane.h>
#include <isochron/software/ps2/volume_geometry.h>

namespace isochron {

/// How a plane lies, whatever the size of the volume: unit vectors in units of 2^-20, and where its centre is in the
/// box of centres.
struct PlaneView {
  ImagePlane::Vector column{};
  ImagePlane::Vector row{};
  /// From the middle of the volume (0) to the sides of the box (-1 and 1, in units of 2^-20), on each axis.
  ImagePlane::Vector centre{};

  /// Isotropic: every direction of the normal, and every turn in the plane, is equally likely; the centre is anywhere
  /// in the box.
  static PlaneView draw(SplitMix64& stream);
  /// At right angles to an axis, through the middle.
  static PlaneView across(unsigned axis);

  /// The plane of `width` x `height` pixels in `volume`. `centre_box`: width of the box of centres as a fraction of
  /// each dimension, in millionths.
  ImagePlane in(const VolumeGeometry& volume, std::uint64_t centre_box, std::uint64_t width,
                std::uint64_t height) const;
  /// The same moved along its normal by so many voxels, where it looks at neighbouring slices.
  ImagePlane in(const VolumeGeometry& volume, std::uint64_t centre_box, std::uint64_t width, std::uint64_t height,
                std::int64_t slice) const;
};

/// The 60 views with which this project stands for the paper's, which are not published: drawn as PlaneView::draw() has
/// it from one seed, the first of 1, 2, 3, ... whose planes, in the paper's volume, meet the 18,848 extents that the
/// paper counts (section 6).
const std::array<PlaneView, 60>& reference_views();

}  // namespace isochron
