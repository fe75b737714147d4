// SPDX-License-Identifier: Apache-2.0
// Which extents a plane meets: against a look at every pixel, and where geometry gives the number.
#include <cmath>
#include <map>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/core/random_stream.h>
#include <isochron/software/ps2/plane_cut.h>
#include <isochron/software/ps2/plane_set.h>
#include <isochron/software/ps2/plane_view.h>

namespace isochron {
namespace {

constexpr std::uint64_t paper_box = 306'000;

/// A whole number of 2^-20 voxels down to the next voxel, without shifts.
std::int64_t floored(std::int64_t place) {
  const auto voxels = static_cast<double>(place) / 1048576.0;  // exact: places are far below 2^53
  return static_cast<std::int64_t>(std::floor(voxels));
}

/// Pixel by pixel.
std::map<std::uint64_t, PlanePart> parts_by_pixels(const VolumeGeometry& volume, const ImagePlane& plane) {
  std::map<std::uint64_t, PlanePart> parts;
  for (std::uint32_t j = 0; j < plane.height; ++j)
    for (std::uint32_t i = 0; i < plane.width; ++i) {
      std::uint64_t at[3];
      bool inside = true;
      for (unsigned axis = 0; axis < 3; ++axis) {
        const std::int64_t place = plane.origin[axis] + i * plane.column[axis] + j * plane.row[axis] + 524288;
        const std::int64_t voxel = floored(place);
        inside = inside && voxel >= 0 && voxel < static_cast<std::int64_t>(volume.size[axis]);
        at[axis] = static_cast<std::uint64_t>(voxel) / volume.extent;
      }
      if (!inside) continue;
      const std::uint64_t extent = at[0] + volume.extents(0) * (at[1] + volume.extents(1) * at[2]);
      PlanePart& part =
          parts.try_emplace(extent, PlanePart{static_cast<std::uint32_t>(extent), 0, i, j, i, j}).first->second;
      ++part.pixels;
      part.left = std::min(part.left, i);
      part.right = std::max(part.right, i);
      part.bottom = j;
    }
  return parts;
}

std::size_t extents_across(unsigned axis) {
  const VolumeGeometry paper;
  return cut(paper, PlaneView::across(axis).in(paper, 0, 512, 512)).size();
}

// 16 x 16 extents across z; 16 x 12 across x and y, where 512 pixels look at 384 voxels.
TEST(PlaneCut, PlanesAlongTheAxesMeetAWholeSliceOfExtents) {
  EXPECT_EQ(extents_across(2), 256u);
  EXPECT_EQ(extents_across(1), 192u);
  EXPECT_EQ(extents_across(0), 192u);
}

// PS2, section 6.
TEST(PlaneCut, ThePapersPlanesMeetThePapersNumberOfExtents) {
  const VolumeGeometry paper;
  std::uint64_t extents = 0;
  for (const PlaneView& view : reference_views()) extents += cut(paper, view.in(paper, paper_box, 512, 512)).size();
  EXPECT_EQ(extents, 18'848u);
}

TEST(PlaneCut, TheDistributionOfTheReferencePlanesHasThePapersMean) {
  const VolumeGeometry paper;
  SplitMix64 stream = random_stream(2, "", "planes of a test");
  constexpr unsigned planes = 2000;
  double extents = 0;
  for (unsigned k = 0; k < planes; ++k)
    extents += static_cast<double>(cut(paper, PlaneView::draw(stream).in(paper, paper_box, 512, 512)).size());
  EXPECT_NEAR(extents / planes, 314, 0.02 * 314);
}

// Their file is what it says that it is.
TEST(PlaneCut, TheReferenceViewsAreDrawnFromTheirSeed) {
  SplitMix64 stream = random_stream(1465, "", "reference planes");
  for (const PlaneView& view : reference_views()) {
    const PlaneView drawn = PlaneView::draw(stream);
    EXPECT_EQ(view.column, drawn.column);
    EXPECT_EQ(view.row, drawn.row);
    EXPECT_EQ(view.centre, drawn.centre);
  }
}

TEST(PlaneCut, ViewsAreUnitVectorsAtRightAnglesInEveryDirection) {
  SplitMix64 stream = random_stream(3, "", "planes of a test");
  constexpr unsigned views = 4000;
  double squares[3] = {};
  for (unsigned k = 0; k < views; ++k) {
    const PlaneView view = PlaneView::draw(stream);
    double lengths[2] = {}, product = 0, normal[3];
    for (unsigned axis = 0; axis < 3; ++axis) {
      const double column = static_cast<double>(view.column[axis]) / ImagePlane::one;
      const double row = static_cast<double>(view.row[axis]) / ImagePlane::one;
      lengths[0] += column * column;
      lengths[1] += row * row;
      product += column * row;
      const unsigned next = (axis + 1) % 3, after = (axis + 2) % 3;
      normal[axis] = static_cast<double>(view.column[next] * view.row[after] - view.column[after] * view.row[next]) /
                     ImagePlane::one / ImagePlane::one;
      squares[axis] += normal[axis] * normal[axis];
      ASSERT_LE(std::abs(view.centre[axis]), ImagePlane::one);
    }
    ASSERT_NEAR(lengths[0], 1, 1e-5);
    ASSERT_NEAR(lengths[1], 1, 1e-5);
    ASSERT_NEAR(product, 0, 1e-5);
  }
  // A direction that is uniform over the sphere has 1/3 of its square on each axis, with a variance of 4/45.
  for (const double square : squares) EXPECT_NEAR(square / views, 1.0 / 3, 4 * std::sqrt(4.0 / 45 / views));
}

RC_GTEST_PROP(PlaneCut, IsWhatALookAtEveryPixelFinds, ()) {
  VolumeGeometry volume;
  volume.extent = *rc::gen::inRange<std::uint64_t>(1, 12);
  for (std::uint64_t& size : volume.size) size = volume.extent * *rc::gen::inRange<std::uint64_t>(1, 6);
  ImagePlane plane;
  plane.width = *rc::gen::inRange<std::uint64_t>(1, 60);
  plane.height = *rc::gen::inRange<std::uint64_t>(1, 60);
  // Any vectors, also those along an axis, and places just at the sides of voxels and extents.
  const auto step =
      rc::gen::oneOf(rc::gen::inRange<std::int64_t>(-ImagePlane::one, ImagePlane::one + 1),
                     rc::gen::element<std::int64_t>(0, ImagePlane::one, -ImagePlane::one, ImagePlane::one / 2));
  for (unsigned axis = 0; axis < 3; ++axis) {
    plane.column[axis] = *step;
    plane.row[axis] = *step;
    const auto far = static_cast<std::int64_t>(volume.size[axis]);
    plane.origin[axis] =
        *rc::gen::inRange<std::int64_t>(-far, 2 * far) * ImagePlane::one / 2 + *rc::gen::inRange<std::int64_t>(-2, 3);
  }
  const std::map<std::uint64_t, PlanePart> expected = parts_by_pixels(volume, plane);
  const std::vector<PlanePart> found = cut(volume, plane);
  RC_ASSERT(found.size() == expected.size());
  for (const PlanePart& part : found) {
    const auto same = expected.find(part.extent);
    RC_ASSERT(same != expected.end());
    RC_ASSERT(part.pixels == same->second.pixels);
    RC_ASSERT(part.left == same->second.left);
    RC_ASSERT(part.right == same->second.right);
    RC_ASSERT(part.top == same->second.top);
    RC_ASSERT(part.bottom == same->second.bottom);
  }
}

RC_GTEST_PROP(PlaneCut, NoPartIsLargerThanItsFormatSays, ()) {
  VolumeGeometry volume;
  volume.extent = *rc::gen::element<std::uint64_t>(8, 16, 32);
  SplitMix64 stream(*rc::gen::arbitrary<std::uint64_t>());
  const PartFormat format;
  for (const PlanePart& part : cut(volume, PlaneView::draw(stream).in(volume, paper_box, 512, 512)))
    RC_ASSERT(format.bytes(part) <= format.most(volume.extent));
}

TEST(PlaneSeries, AdjacentPlanesAreSlicesBesideEachOther) {
  const VolumeGeometry paper;
  PlaneSeries series;
  series.orientation = PlaneSeries::Orientation::z;
  series.order = PlaneSeries::Order::adjacent;
  series.centre_box = 0;
  series.count = 8;
  const std::vector<ImagePlane> planes = series.planes(paper);
  for (std::size_t k = 1; k < planes.size(); ++k)
    EXPECT_EQ(std::abs(planes[k].voxel(2, 100, 100) - planes[k - 1].voxel(2, 100, 100)), 1) << k;
}

TEST(PlaneSeries, SlicesThatLeaveTheVolumeAreRefused) {
  const VolumeGeometry paper;
  PlaneSeries series;
  series.order = PlaneSeries::Order::adjacent;
  series.count = 300;
  const std::vector<ParameterProblem> problems = series.problems(paper);
  ASSERT_EQ(problems.size(), 1u);
  series.count = problems.front().candidates.front().second;
  EXPECT_TRUE(series.problems(paper).empty());
  for (const ImagePlane& plane : series.planes(paper)) EXPECT_FALSE(cut(paper, plane).empty());
}

}  // namespace
}  // namespace isochron
