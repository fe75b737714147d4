// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/ps2/extent_placement.h>

#include <algorithm>
#include <numeric>

#include <isochron/core/random_stream.h>
#include <isochron/software/ps2/plane_view.h>

namespace isochron {

namespace {

constexpr std::size_t most_offsets = 40;
constexpr std::uint64_t sample = 200, least_sample = 8;  // planes

/// Numbers prime to `disks` that are worth a try: 0 and multiples of the disks move nothing.
std::vector<std::uint64_t> offsets(std::uint64_t disks, std::uint64_t given) {
  if (given > 0) return {given};
  std::vector<std::uint64_t> found;
  for (std::uint64_t offset = 1; offset <= std::max<std::uint64_t>(disks - 1, 1) && found.size() < most_offsets;
       ++offset)
    if (std::gcd(offset, disks) == 1) found.push_back(offset);
  return found;
}

}  // namespace

double ExtentPlacement::imbalance(const VolumeGeometry& volume, const std::vector<PlanePart>& parts) const {
  std::vector<std::uint32_t> load(disks, 0);
  for (const PlanePart& part : parts) ++load[disk_of(volume, part.extent)];
  const double mean = static_cast<double>(parts.size()) / static_cast<double>(disks);
  return mean > 0 ? *std::max_element(load.begin(), load.end()) / mean : 1;
}

double ExtentPlacement::imbalance(const VolumeGeometry& volume,
                                  const std::vector<std::vector<PlanePart>>& planes) const {
  double sum = 0;
  for (const std::vector<PlanePart>& parts : planes) sum += imbalance(volume, parts);
  return planes.empty() ? 1 : sum / static_cast<double>(planes.size());
}

std::uint64_t ExtentPlacement::tries(std::uint64_t disks, std::uint64_t row_offset, std::uint64_t plane_offset) {
  return offsets(disks, row_offset).size() * offsets(disks, plane_offset).size();
}

ExtentPlacement ExtentPlacement::best(const VolumeGeometry& volume, std::uint64_t disks, std::uint64_t row_offset,
                                      std::uint64_t plane_offset, std::uint64_t centre_box) {
  const std::vector<std::uint64_t> rows = offsets(disks, row_offset), planes = offsets(disks, plane_offset);
  if (rows.size() * planes.size() == 1) return {disks, rows.front(), planes.front()};
  std::vector<std::vector<PlanePart>> tried;
  SplitMix64 stream = random_stream(1, "", "planes for the placement");
  const std::uint64_t planes_tried = affordable_planes(volume, volume.size[0], volume.size[1], sample);
  std::uint64_t counted = 0;
  for (std::uint64_t k = 0; k < planes_tried && (k < least_sample || counted < most_counted); ++k) {
    tried.push_back(cut(volume, PlaneView::draw(stream).in(volume, centre_box, volume.size[0], volume.size[1])));
    counted += tried.back().size();
  }
  ExtentPlacement best{disks, rows.front(), planes.front()};
  double least = best.imbalance(volume, tried);
  for (const std::uint64_t row : rows)
    for (const std::uint64_t plane : planes) {
      const ExtentPlacement placement{disks, row, plane};
      const double imbalance = placement.imbalance(volume, tried);
      if (imbalance < least) {
        least = imbalance;
        best = placement;
      }
    }
  return best;
}

}  // namespace isochron
