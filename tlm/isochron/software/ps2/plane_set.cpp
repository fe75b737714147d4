// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/ps2/plane_set.h>

namespace isochron {

PlaneSet::PlaneSet(const VolumeGeometry& volume, const PlaneSeries& series, const PartFormat& format)
    : volume_(volume), format_(format), planes_(series.planes(volume)) {
  parts_.reserve(planes_.size());
  for (const ImagePlane& plane : planes_) {
    parts_.push_back(cut(volume_, plane));
    extents_ += parts_.back().size();
    for (const PlanePart& part : parts_.back()) part_bytes_ += format_.bytes(part);
  }
}

}  // namespace isochron
