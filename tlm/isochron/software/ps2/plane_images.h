// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include <isochron/host/task.h>
#include <isochron/software/ps2/phantom.h>
#include <isochron/software/ps2/plane_set.h>

namespace isochron {

/// The pictures that a client puts together: out of the bytes of plane parts that were delivered, and of nothing else.
/// Each is compared, pixel for pixel, with what the plane shows of the phantom, which was never in an extent. Source:
/// PS2, section 5, MergePlaneParts.
class PlaneImages final : public Task::Work {
 public:
  /// `planes` must outlive it. `kept`: so many pictures, from the first on, are kept.
  PlaneImages(const PlaneSet& planes, std::uint64_t kept);

  /// Merges a part. Throws ModelError if it is not one of its plane's as that was cut, comes a second time, or after
  /// its plane was finished.
  void work_on(Payload& payload, Time now) override;
  /// A part that will not come: its pixels stay 0.
  void miss(std::uint64_t plane, std::uint64_t part);
  /// The plane is complete. Throws ModelError, with the first pixel that is wrong, unless it is as it must be.
  void finish(std::uint64_t plane);

  std::uint64_t pixels_compared() const { return compared_; }
  /// Pixels of plane k, line by line, if it was kept.
  const std::map<std::uint64_t, std::vector<unsigned char>>& kept() const { return kept_; }

 private:
  struct Image {
    std::vector<unsigned char> pixels;
    std::set<std::uint32_t> merged;   ///< extents
    std::set<std::uint32_t> missing;  ///< extents
  };

  Image& image(std::uint64_t plane);
  unsigned char shown(const ImagePlane& plane, const Image& image, std::uint64_t i, std::uint64_t j) const;

  const PlaneSet& planes_;
  Phantom phantom_;
  std::uint64_t keep_;
  std::uint64_t compared_ = 0;
  std::vector<bool> finished_;  ///< by plane
  std::map<std::uint64_t, Image> begun_;
  std::map<std::uint64_t, std::vector<unsigned char>> kept_;
};

}  // namespace isochron
