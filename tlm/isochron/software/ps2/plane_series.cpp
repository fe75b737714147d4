// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/ps2/plane_series.h>

#include <algorithm>
#include <string>

#include <isochron/core/random_stream.h>
#include <isochron/software/ps2/plane_view.h>

namespace isochron {

ParameterTable PlaneSeries::parameters() {
  ParameterTable table;
  table.count("count", count, {1, 100'000}, "planes that are asked for", "PS2, section 6");
  table.dimensions("size", size, 2, {1, 4096}, "pixels of a plane", "PS2, section 5");
  table.choice("orientation", orientation, {"isotropic", "x", "y", "z"},
               "normal of the planes: in any direction, or along an axis", "PS2, section 6: any orientation");
  table.fraction("centre_box", centre_box, {0, 1'000'000},
                 "width of the box around the middle in which the planes' centres lie, of each dimension",
                 "our calibration, on 314 extents a plane");
  table.choice("order", order, {"random", "adjacent"},
               "random: each plane lies anywhere; adjacent: neighbouring slices, all as the first",
               "PS2, section 6; adjacent: as its physician");
  return table;
}

std::vector<ParameterProblem> PlaneSeries::problems(const VolumeGeometry& volume) const {
  // A centre in the volume is enough for a plane to meet it. Slices move it along any direction.
  if (order != Order::adjacent) return {};
  const std::uint64_t least = *std::min_element(volume.size.begin(), volume.size.end());
  // One slice stays where its centre is.
  const std::uint64_t room = std::max<std::uint64_t>(least * (1'000'000 - centre_box) / 1'000'000, 1);
  if (count <= room) return {};
  return {{"count",
           std::to_string(count) + " adjacent slices leave the volume, which has " + std::to_string(least) +
               " voxels across",
           "ask for " + std::to_string(room) + " or fewer, or set centre_box to 0",
           {"count", "order", "centre_box"},
           {{"count", room}}}};
}

std::vector<ImagePlane> PlaneSeries::planes(const VolumeGeometry& volume) const {
  std::vector<ImagePlane> planes;
  planes.reserve(count);
  const auto& references = reference_views();
  for (std::uint64_t k = 0; k < count; ++k) {
    const std::uint64_t seen = order == Order::adjacent ? 0 : k;
    PlaneView view;
    if (seen < references.size()) {
      view = references[seen];
    } else {
      SplitMix64 stream = random_stream(1, "planes", seen);
      view = PlaneView::draw(stream);
    }
    if (orientation != Orientation::isotropic) {
      const ImagePlane::Vector centre = view.centre;
      view = PlaneView::across(static_cast<unsigned>(orientation) - 1);
      view.centre = centre;
    }
    const std::int64_t slice =
        order == Order::adjacent ? static_cast<std::int64_t>(k) - static_cast<std::int64_t>(count / 2) : 0;
    planes.push_back(view.in(volume, centre_box, size[0], size[1], slice));
  }
  return planes;
}

}  // namespace isochron
