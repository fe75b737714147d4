// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <isochron/host/task.h>
#include <isochron/software/ps2/plane_set.h>

namespace isochron {

/// Makes a plane part of an extent: what of the plane (tag: `block`) lies in it (`offset`: the part's number), with its
/// pixels if there are data. Source: PS2, section 5, plane part extraction and projection.
class PartCutter final : public Task::Work {
 public:
  /// `planes` must outlive it.
  PartCutter(const PlaneSet& planes, bool with_data) : planes_(planes), with_data_(with_data) {}

  void work_on(Payload& payload, Time now) override;

 private:
  void cut_pixels(const ImagePlane& plane, const PlanePart& part, const unsigned char* extent);

  const PlaneSet& planes_;
  bool with_data_;
  std::vector<unsigned char> scratch_;  ///< the part, while the payload still holds the extent
};

}  // namespace isochron
