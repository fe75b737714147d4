// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/ps2/phantom.h>

#include <algorithm>

#include <isochron/core/split_mix.h>

namespace isochron {

namespace {

/// Centre and radii in thousandths of the image's half sizes, and what an ellipsoid adds.
struct Drawn {
  std::array<std::int64_t, 3> centre;
  std::array<std::int64_t, 3> radius;
  std::int64_t density;
};

// Skull, brain, ventricles and some smaller bodies.
constexpr std::array<Drawn, 8> drawn{{
    {{0, 0, 0}, {690, 920, 880}, 190},
    {{0, -18, 0}, {650, 874, 830}, -110},
    {{220, 0, -100}, {110, 310, 260}, -45},
    {{-220, 0, -100}, {160, 410, 260}, -45},
    {{0, 350, -150}, {210, 250, 350}, 50},
    {{0, 100, 250}, {90, 90, 120}, 60},
    {{-80, -605, 0}, {92, 46, 200}, 70},
    {{60, -605, 100}, {60, 92, 100}, 40},
}};

constexpr std::int64_t air = 24;
constexpr std::uint64_t texture = 24;  // values

}  // namespace

Phantom::Phantom(const std::array<std::uint64_t, 3>& size) {
  for (std::size_t i = 0; i < drawn.size(); ++i)
    for (unsigned axis = 0; axis < 3; ++axis) {
      const auto half = static_cast<std::int64_t>(size[axis]);  // of the image, in half voxels
      ellipsoids_[i].centre[axis] = half - 1 + drawn[i].centre[axis] * half / 1000;
      ellipsoids_[i].radius[axis] = std::max<std::int64_t>(drawn[i].radius[axis] * half / 1000, 1);
      ellipsoids_[i].density = drawn[i].density;
    }
}

std::uint8_t Phantom::voxel(std::uint64_t x, std::uint64_t y, std::uint64_t z) const {
  const std::array<std::int64_t, 3> at{static_cast<std::int64_t>(2 * x), static_cast<std::int64_t>(2 * y),
                                       static_cast<std::int64_t>(2 * z)};
  std::int64_t value = air;
  for (const Ellipsoid& body : ellipsoids_) {
    // In 2^-30 of the radius, squared and added: whole numbers, alike on every machine.
    std::int64_t distance = 0;
    for (unsigned axis = 0; axis < 3; ++axis) {
      const std::int64_t away = at[axis] - body.centre[axis];
      const std::int64_t part = (away * (1 << 15)) / body.radius[axis];
      distance += part * part;
    }
    if (distance <= std::int64_t{1} << 30) value += body.density;
  }
  value += static_cast<std::int64_t>(mix(x | y << 20 | z << 40) % texture);
  return static_cast<std::uint8_t>(std::clamp<std::int64_t>(value, 1, 255));
}

}  // namespace isochron
