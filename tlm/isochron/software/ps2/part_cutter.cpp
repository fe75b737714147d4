// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/ps2/part_cutter.h>

#include <cstring>

#include <isochron/software/ps2/part_header.h>

namespace isochron {

void PartCutter::work_on(Payload& payload, Time) {
  const Tag& tag = tag_of(payload);
  const PlanePart& part = planes_.parts(tag.block)[tag.offset];
  const std::uint64_t bytes = planes_.format().bytes(part);
  payload.set_data_length(static_cast<unsigned>(bytes));
  if (!with_data_) return;
  scratch_.assign(bytes, 0);
  const PartHeader header{tag.block, part.extent, part.left, part.top, part.width(), part.height(), 0};
  std::memcpy(scratch_.data(), &header, sizeof header);
  cut_pixels(planes_.plane(tag.block), part, payload.get_data_ptr());
  std::memcpy(payload.get_data_ptr(), scratch_.data(), bytes);
}

void PartCutter::cut_pixels(const ImagePlane& plane, const PlanePart& part, const unsigned char* extent) {
  const VolumeGeometry& volume = planes_.volume();
  const auto edge = static_cast<std::int64_t>(volume.extent);
  const auto place = volume.place(part.extent);
  const bool box = planes_.format().encoding == PartFormat::Encoding::bounding_box;
  unsigned char* to = scratch_.data() + planes_.format().header;
  for (std::uint32_t j = part.top; j <= part.bottom; ++j)
    for (std::uint32_t i = part.left; i <= part.right; ++i) {
      std::int64_t offset[3];
      bool inside = true;
      for (unsigned axis = 0; axis < 3; ++axis) {
        offset[axis] = plane.voxel(axis, i, j) - static_cast<std::int64_t>(place[axis]) * edge;
        inside = inside && offset[axis] >= 0 && offset[axis] < edge;
      }
      if (inside)
        *to++ = extent[offset[0] + edge * (offset[1] + edge * offset[2])];
      else if (box)
        ++to;  // another part's
    }
}

}  // namespace isochron
