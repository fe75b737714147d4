// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/ps2/extent_geometry.h>

namespace isochron {

ExtentGeometry::Voxel ExtentGeometry::origin(std::uint64_t i) const {
  const std::uint64_t across = width / edge, down = height / edge;
  const std::uint64_t number = i * in_volume() / extents;
  return {number % across * edge, number / across % down * edge, number / across / down * edge};
}

std::uint64_t ExtentGeometry::descriptors(Descriptor kind) const {
  switch (kind) {
    case Descriptor::volume:
      return 1;
    case Descriptor::rows:
      return edge;
    case Descriptor::flat:
      return edge * edge;
  }
  return 0;
}

std::vector<block_mover::Move> ExtentGeometry::moves(Descriptor kind) const {
  block_mover::Move move;
  move.row_bytes = static_cast<std::uint32_t>(edge);
  move.rows = static_cast<std::uint16_t>(kind == Descriptor::flat ? 1 : edge);
  move.planes = static_cast<std::uint16_t>(kind == Descriptor::volume ? edge : 1);
  move.source_row_stride = static_cast<std::int32_t>(width);
  move.source_plane_stride = static_cast<std::int32_t>(width * height);
  move.destination_row_stride = static_cast<std::int32_t>(edge);
  move.destination_plane_stride = static_cast<std::int32_t>(edge * edge);
  std::vector<block_mover::Move> all;
  all.reserve(extents * descriptors(kind));
  for (std::uint64_t i = 0; i < extents; ++i) {
    const Voxel first = origin(i);
    std::uint64_t place = place_of(i);
    for (std::uint64_t z = 0; z < edge; z += move.planes)
      for (std::uint64_t y = 0; y < edge; y += move.rows) {
        move.source = address_of({first.x, first.y + y, first.z + z});
        move.destination = place;
        move.tag = static_cast<std::uint8_t>(all.size());
        place += std::uint64_t{move.row_bytes} * move.rows * move.planes;
        all.push_back(move);
      }
    all.back().interrupt = true;
  }
  return all;
}

}  // namespace isochron
