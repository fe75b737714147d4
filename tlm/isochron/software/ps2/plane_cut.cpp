// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/ps2/plane_cut.h>

#include <algorithm>

namespace isochron {

namespace {

/// One axis along a line: which extent a pixel is in, and from which pixel on it is in another.
class Walk {
 public:
  Walk(std::int64_t start, std::int64_t step, std::int64_t extent, std::int64_t extents)
      : start_(start), step_(step), edge_(extent << ImagePlane::fraction_bits), extents_(extents) {}

  /// Extent of pixel i, counted along the axis; outside the volume below 0 or beyond the last.
  std::int64_t extent(std::int64_t i) const {
    const std::int64_t at = start_ + i * step_;
    return at >= 0 ? at / edge_ : -1;
  }
  bool inside(std::int64_t extent) const { return extent >= 0 && extent < extents_; }
  /// First pixel after i that is in another extent than `extent`, that of i; `last` or less.
  std::int64_t leaves(std::int64_t i, std::int64_t extent, std::int64_t last) const {
    if (step_ == 0) return last;
    const std::int64_t at = start_ + i * step_;
    if (extent < 0) return step_ < 0 ? last : std::min(last, i + (-at + step_ - 1) / step_);
    if (extent >= extents_ && step_ > 0) return last;
    const std::int64_t to_go = step_ > 0 ? (extent + 1) * edge_ - at : at - extent * edge_ + 1;
    const std::int64_t size = step_ > 0 ? step_ : -step_;
    return std::min(last, i + (to_go + size - 1) / size);
  }

 private:
  std::int64_t start_;
  std::int64_t step_;
  std::int64_t edge_;
  std::int64_t extents_;
};

Walk walk(const VolumeGeometry& volume, const ImagePlane& plane, unsigned axis, std::uint32_t line) {
  return {plane.shifted(axis, 0, line), plane.column[axis], static_cast<std::int64_t>(volume.extent),
          static_cast<std::int64_t>(volume.extents(axis))};
}

}  // namespace

void cut_line(const VolumeGeometry& volume, const ImagePlane& plane, std::uint32_t line, std::vector<PlaneRun>& runs) {
  const Walk x = walk(volume, plane, 0, line), y = walk(volume, plane, 1, line), z = walk(volume, plane, 2, line);
  const auto width = static_cast<std::int64_t>(plane.width);
  for (std::int64_t i = 0; i < width;) {
    const std::int64_t at_x = x.extent(i), at_y = y.extent(i), at_z = z.extent(i);
    const std::int64_t next = std::min({x.leaves(i, at_x, width), y.leaves(i, at_y, width), z.leaves(i, at_z, width)});
    if (x.inside(at_x) && y.inside(at_y) && z.inside(at_z)) {
      const std::uint64_t extent = volume.number(static_cast<std::uint64_t>(at_x), static_cast<std::uint64_t>(at_y),
                                                 static_cast<std::uint64_t>(at_z));
      runs.push_back({static_cast<std::uint32_t>(extent), line, static_cast<std::uint32_t>(i),
                      static_cast<std::uint32_t>(next - 1)});
    }
    i = next;
  }
}

std::uint64_t affordable_planes(const VolumeGeometry& volume, std::uint64_t width, std::uint64_t height,
                                std::uint64_t most) {
  // A line crosses three times as many sides of extents as it is extents long.
  const std::uint64_t runs = height * (3 * width / volume.extent + 1);
  constexpr std::uint64_t affordable = 20'000'000;
  return std::clamp<std::uint64_t>(affordable / runs, 2, std::max<std::uint64_t>(most, 2));
}

std::vector<PlanePart> cut(const VolumeGeometry& volume, const ImagePlane& plane) {
  std::vector<PlanePart> parts;
  std::vector<std::uint32_t> place(volume.extents(), 0);  // in `parts`, counted from 1
  std::vector<PlaneRun> runs;
  for (std::uint32_t line = 0; line < plane.height; ++line) {
    runs.clear();
    cut_line(volume, plane, line, runs);
    for (const PlaneRun& run : runs) {
      std::uint32_t& at = place[run.extent];
      if (at == 0) {
        parts.push_back({run.extent, 0, run.left, line, run.right, line});
        at = static_cast<std::uint32_t>(parts.size());
      }
      PlanePart& part = parts[at - 1];
      part.pixels += run.right - run.left + 1;
      part.left = std::min(part.left, run.left);
      part.right = std::max(part.right, run.right);
      part.bottom = line;
    }
  }
  std::sort(parts.begin(), parts.end(), [](const PlanePart& a, const PlanePart& b) { return a.extent < b.extent; });
  return parts;
}

}  // namespace isochron
