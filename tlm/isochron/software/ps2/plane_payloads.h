// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace isochron {

/// What parts that show planes hand on to each other, in words.
struct PlanePayloads {
  static constexpr const char* requests = "requests for extents";
  static constexpr const char* extents = "extents";
  static constexpr const char* parts = "plane parts";
  static constexpr const char* merged = "plane parts whose pixels are merged";
  static constexpr const char* planes = "planes";
};

}  // namespace isochron
