// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/ps2/plane_images.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include <isochron/core/error.h>
#include <isochron/software/ps2/part_header.h>

namespace isochron {

namespace {

/// Largest whole number that is not above `value` / 2^20, of a place that has its half added.
std::int64_t whole(std::int64_t value) {
  return value >= 0 ? value / ImagePlane::one : -((ImagePlane::one - 1 - value) / ImagePlane::one);
}

}  // namespace

PlaneImages::PlaneImages(const PlaneSet& planes, std::uint64_t kept)
    : planes_(planes), phantom_(planes.volume().size), keep_(kept), finished_(planes.planes(), false) {}

PlaneImages::Image& PlaneImages::image(std::uint64_t plane) {
  Image& found = begun_[plane];
  const ImagePlane& shape = planes_.plane(plane);
  if (found.pixels.empty()) found.pixels.assign(shape.width * shape.height, 0);
  return found;
}

void PlaneImages::work_on(Payload& payload, Time) {
  PartHeader header;
  std::memcpy(&header, payload.get_data_ptr(), sizeof header);
  if (header.plane >= planes_.planes() || finished_[header.plane])
    throw ModelError("a part of plane " + std::to_string(header.plane) + ", which nobody asks for");
  const std::vector<PlanePart>& parts = planes_.parts(header.plane);
  const auto part = std::lower_bound(parts.begin(), parts.end(), header.extent,
                                     [](const PlanePart& one, std::uint32_t extent) { return one.extent < extent; });
  if (part == parts.end() || part->extent != header.extent || part->left != header.left || part->top != header.top ||
      part->width() != header.width || part->height() != header.height ||
      payload.get_data_length() != planes_.format().bytes(*part))
    throw ModelError("a part of extent " + std::to_string(header.extent) + ", which plane " +
                     std::to_string(header.plane) + " does not have like that");
  if (!image(header.plane).merged.insert(header.extent).second)
    throw ModelError("the part of extent " + std::to_string(header.extent) + " in plane " +
                     std::to_string(header.plane) + " came twice");
  const ImagePlane& plane = planes_.plane(header.plane);
  Image& into = image(header.plane);
  const unsigned char* from = payload.get_data_ptr() + planes_.format().header;
  for (std::uint32_t j = 0; j < header.height; ++j)
    for (std::uint32_t i = 0; i < header.width; ++i, ++from)
      if (*from != 0) into.pixels[(header.top + j) * plane.width + header.left + i] = *from;
}

void PlaneImages::miss(std::uint64_t plane, std::uint64_t part) {
  image(plane).missing.insert(planes_.parts(plane)[part].extent);
}

// In another way than the parts are cut: from the phantom's voxels, pixel by pixel over the whole plane.
unsigned char PlaneImages::shown(const ImagePlane& plane, const Image& image, std::uint64_t i, std::uint64_t j) const {
  const VolumeGeometry& volume = planes_.volume();
  std::uint64_t at[3];
  for (unsigned axis = 0; axis < 3; ++axis) {
    const std::int64_t place = plane.origin[axis] + static_cast<std::int64_t>(i) * plane.column[axis] +
                               static_cast<std::int64_t>(j) * plane.row[axis];
    const std::int64_t voxel = whole(place + ImagePlane::one / 2);
    if (voxel < 0 || voxel >= static_cast<std::int64_t>(volume.size[axis])) return 0;
    at[axis] = static_cast<std::uint64_t>(voxel);
  }
  if (!image.missing.empty()) {
    const std::uint64_t extent = volume.number(at[0] / volume.extent, at[1] / volume.extent, at[2] / volume.extent);
    if (image.missing.count(static_cast<std::uint32_t>(extent)) > 0) return 0;
  }
  return phantom_.voxel(at[0], at[1], at[2]);
}

void PlaneImages::finish(std::uint64_t plane) {
  Image done = std::move(image(plane));
  begun_.erase(plane);
  finished_[plane] = true;
  const ImagePlane& shape = planes_.plane(plane);
  for (std::uint64_t j = 0; j < shape.height; ++j)
    for (std::uint64_t i = 0; i < shape.width; ++i) {
      const unsigned is = done.pixels[j * shape.width + i], should = shown(shape, done, i, j);
      if (is != should)
        throw ModelError("plane " + std::to_string(plane) + " is wrong: pixel (" + std::to_string(i) + ", " +
                         std::to_string(j) + ") is " + std::to_string(is) + " and should be " + std::to_string(should));
    }
  compared_ += shape.width * shape.height;
  if (plane < keep_) kept_[plane] = std::move(done.pixels);
}

}  // namespace isochron
