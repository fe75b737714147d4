// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/ps2/plane_view.h>

#include <cmath>

#include <boost/random/uniform_01.hpp>

namespace isochron {

namespace {

constexpr double pi = 3.14159265358979323846;

std::int64_t rounded(double value) {
  return std::llround(value * static_cast<double>(ImagePlane::one));
}

/// a * b / 2^20, rounded to the nearest.
std::int64_t product(std::int64_t a, std::int64_t b) {
  return (a * b + ImagePlane::one / 2) >> ImagePlane::fraction_bits;
}

}  // namespace

PlaneView PlaneView::draw(SplitMix64& stream) {
  boost::random::uniform_01<double> uniform;
  // A rotation that is uniform over all (Shoemake's quaternion), applied to the axes of the plane.
  const double share = uniform(stream), one = 2 * pi * uniform(stream), other = 2 * pi * uniform(stream);
  const double x = std::sqrt(1 - share) * std::sin(one), y = std::sqrt(1 - share) * std::cos(one);
  const double z = std::sqrt(share) * std::sin(other), w = std::sqrt(share) * std::cos(other);
  PlaneView view;
  view.column = {rounded(1 - 2 * (y * y + z * z)), rounded(2 * (x * y + z * w)), rounded(2 * (x * z - y * w))};
  view.row = {rounded(2 * (x * y - z * w)), rounded(1 - 2 * (x * x + z * z)), rounded(2 * (y * z + x * w))};
  for (std::int64_t& place : view.centre) place = rounded(2 * uniform(stream) - 1);
  return view;
}

PlaneView PlaneView::across(unsigned axis) {
  PlaneView view;
  view.column[axis == 0 ? 1 : 0] = ImagePlane::one;
  view.row[axis == 2 ? 1 : 2] = ImagePlane::one;
  return view;
}

ImagePlane PlaneView::in(const VolumeGeometry& volume, std::uint64_t centre_box, std::uint64_t width,
                         std::uint64_t height) const {
  return in(volume, centre_box, width, height, 0);
}

ImagePlane PlaneView::in(const VolumeGeometry& volume, std::uint64_t centre_box, std::uint64_t width,
                         std::uint64_t height, std::int64_t slice) const {
  ImagePlane plane{{}, column, row, width, height};
  for (unsigned axis = 0; axis < 3; ++axis) {
    const auto size = static_cast<std::int64_t>(volume.size[axis]);
    const std::int64_t middle = (size - 1) * ImagePlane::one / 2;
    const std::int64_t half_box = size * static_cast<std::int64_t>(centre_box) * ImagePlane::one / 2'000'000;
    const unsigned next = (axis + 1) % 3, after = (axis + 2) % 3;
    const std::int64_t normal = product(column[next], row[after]) - product(column[after], row[next]);
    // The centre of the plane is in the middle of its pixels.
    const std::int64_t to_corner =
        (static_cast<std::int64_t>(width - 1) * column[axis] + static_cast<std::int64_t>(height - 1) * row[axis]) / 2;
    plane.origin[axis] = middle + product(half_box, centre[axis]) + slice * normal - to_corner;
  }
  return plane;
}

const std::array<PlaneView, 60>& reference_views() {
  static const std::array<PlaneView, 60> views{{
#include <isochron/software/ps2/reference_views.inc>
  }};
  return views;
}

}  // namespace isochron
