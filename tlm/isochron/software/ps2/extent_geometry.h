// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/dma/block_mover/move.h>

namespace isochron {

/// A volume of bytes as it lies in memory, rows of `width` after each other and planes of `height` rows, and the
/// extents, cubes of `edge` voxels, that are gathered from it into places that follow each other: a file's image.
/// Extents that are taken are spread evenly over the volume. Source: Messerli, Gennart, Hersch, PS2, section 5; sizes
/// in voxels of 1 B.
struct ExtentGeometry {
  /// How an extent is described to a block mover.
  enum class Descriptor {
    volume,  ///< one move of three dimensions
    rows,    ///< one of two dimensions for each plane of the extent
    flat     ///< one for each row
  };
  struct Voxel {
    std::uint64_t x = 0;
    std::uint64_t y = 0;
    std::uint64_t z = 0;
  };

  std::uint64_t width = 512;   ///< 1 or more, as all of them
  std::uint64_t height = 512;  ///< each dimension a multiple of `edge`
  std::uint64_t depth = 64;
  std::uint64_t edge = 32;
  std::uint64_t extents = 16;  ///< that are gathered, at most in_volume()

  std::uint64_t volume_bytes() const { return width * height * depth; }
  std::uint64_t extent_bytes() const { return edge * edge * edge; }
  std::uint64_t in_volume() const { return width / edge * (height / edge) * (depth / edge); }

  /// The first voxel of the extent that is gathered as number `i`.
  Voxel origin(std::uint64_t i) const;
  /// Where it stands in memory, and where the extent goes.
  std::uint64_t address_of(const Voxel& voxel) const { return (voxel.z * height + voxel.y) * width + voxel.x; }
  std::uint64_t place_of(std::uint64_t i) const { return image() + i * extent_bytes(); }
  /// Where the image begins: behind the volume, at a page.
  std::uint64_t image() const { return (volume_bytes() + page - 1) / page * page; }
  std::uint64_t memory_bytes() const { return image() + extents * extent_bytes(); }

  /// Descriptors of an extent.
  std::uint64_t descriptors(Descriptor kind) const;
  /// The moves of all extents, in order; the last of each extent interrupts.
  std::vector<block_mover::Move> moves(Descriptor kind) const;

  static constexpr std::uint64_t page = 4096;
};

}  // namespace isochron
