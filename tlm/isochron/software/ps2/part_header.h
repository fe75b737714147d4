// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace isochron {

/// The first bytes of a plane part: which part of which plane it is, and its rectangle there.
struct PartHeader {
  std::uint64_t plane = 0;
  std::uint32_t extent = 0;
  std::uint32_t left = 0;
  std::uint32_t top = 0;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint32_t reserved = 0;
};

}  // namespace isochron
