// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/software/ps2/part_format.h>
#include <isochron/software/ps2/plane_series.h>

namespace isochron {

/// Planes of a volume with the parts that they fall into.
class PlaneSet {
 public:
  PlaneSet(const VolumeGeometry& volume, const PlaneSeries& series, const PartFormat& format);

  const VolumeGeometry& volume() const { return volume_; }
  const PartFormat& format() const { return format_; }
  std::uint64_t planes() const { return planes_.size(); }
  const ImagePlane& plane(std::uint64_t k) const { return planes_[k]; }
  /// By the numbers of their extents.
  const std::vector<PlanePart>& parts(std::uint64_t k) const { return parts_[k]; }
  const std::vector<std::vector<PlanePart>>& all_parts() const { return parts_; }

  std::uint64_t extents() const { return extents_; }        ///< of all planes
  std::uint64_t part_bytes() const { return part_bytes_; }  ///< of all their parts
  double extents_per_plane() const { return static_cast<double>(extents_) / static_cast<double>(planes()); }

 private:
  VolumeGeometry volume_;
  PartFormat format_;
  std::vector<ImagePlane> planes_;
  std::vector<std::vector<PlanePart>> parts_;
  std::uint64_t extents_ = 0;
  std::uint64_t part_bytes_ = 0;
};

}  // namespace isochron
