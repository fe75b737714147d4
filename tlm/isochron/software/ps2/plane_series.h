// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/observe/parameter_table.h>
#include <isochron/software/ps2/image_plane.h>
#include <isochron/software/ps2/volume_geometry.h>

namespace isochron {

/// The planes that somebody wants to see, one after another. Plane k is the same in every run: the first 60 of
/// `isotropic` are the reference views, those after them are drawn by a seed of ours. Source: PS2, section 6.
struct PlaneSeries {
  enum class Orientation {
    isotropic,  ///< every direction of the normal is equally likely
    x,          ///< at right angles to the x axis
    y,
    z
  };
  enum class Order {
    random,   ///< each plane lies anywhere
    adjacent  ///< neighbouring slices, all as the first
  };

  std::uint64_t count = 60;
  std::vector<std::uint64_t> size{512, 512};  ///< pixels, width and height
  Orientation orientation = Orientation::isotropic;
  std::uint64_t centre_box = 306'000;  ///< width of the box of centres, millionths of each dimension, up to 10^6
  Order order = Order::random;

  /// Where planes lie: then each needs its own extents, and disks are as busy as others in the mean only.
  bool is_drawn() const { return order == Order::random; }
  ParameterTable parameters();
  /// What is wrong with them in `volume`.
  std::vector<ParameterProblem> problems(const VolumeGeometry& volume) const;
  std::vector<ImagePlane> planes(const VolumeGeometry& volume) const;
};

}  // namespace isochron
