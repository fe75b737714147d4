// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/observe/parameter_table.h>
#include <isochron/software/ps2/plane_cut.h>

namespace isochron {

/// How a plane part is sent. A part has 1,224 bytes in the paper, on average; its pixels alone would be some 650 (PS2,
/// section 6: 22 MiB in 18,848 parts).
struct PartFormat {
  enum class Encoding {
    bounding_box,  ///< the rectangle around its pixels, 0 where a pixel is another part's
    pixels         ///< its pixels alone
  };

  /// `part.encoding` and `part.header`.
  ParameterTable parameters();

  Encoding encoding = Encoding::bounding_box;
  std::uint64_t header = 148;  ///< bytes, at least those of PartHeader
  std::uint64_t pixel = 1;     ///< bytes

  /// What is wrong with them, as parameters `part.encoding` and `part.header`, where parts have pixels.
  std::vector<ParameterProblem> problems_with_data() const;

  std::uint64_t bytes(const PlanePart& part) const {
    const std::uint64_t sent = encoding == Encoding::pixels ? part.pixels : std::uint64_t{part.width()} * part.height();
    return header + sent * pixel;
  }
  /// No part of an extent of `edge` voxels has more: its pixels are no farther apart than the ends of a diagonal.
  std::uint64_t most(std::uint64_t edge) const {
    const std::uint64_t across = edge * 7 / 4 + 2;
    return header + across * across * pixel;
  }
};

}  // namespace isochron
