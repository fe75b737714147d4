// SPDX-License-Identifier: Apache-2.0
// Which disk has which extent (PS2, section 5).
#include <numeric>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/software/ps2/extent_placement.h>
#include <isochron/software/ps2/extent_store.h>
#include <isochron/software/ps2/plane_set.h>

namespace isochron {
namespace {

constexpr std::uint64_t box_of_centres = 306'000;

double imbalance_of_reference_planes(const ExtentPlacement& placement) {
  const VolumeGeometry paper;
  return placement.imbalance(paper, PlaneSet(paper, PlaneSeries(), PartFormat()).all_parts());
}

// The best of 3 disks can leave no more than one extent in fifty too many; of 27 disks one has 11.6 extents of a plane.
TEST(ExtentPlacement, TheBestOffsetsLoadTheDisksOfAPlaneEvenly) {
  const VolumeGeometry paper;
  EXPECT_LE(imbalance_of_reference_planes(ExtentPlacement::best(paper, 3, 0, 0, box_of_centres)), 1.03);
  EXPECT_LE(imbalance_of_reference_planes(ExtentPlacement::best(paper, 27, 0, 0, box_of_centres)), 1.30);
}

// The planes that they were chosen on are others than those of a run, which are not in the search.
TEST(ExtentPlacement, TheBestOffsetsAreFarBetterThanMost) {
  const VolumeGeometry paper;
  const double best = imbalance_of_reference_planes(ExtentPlacement::best(paper, 27, 0, 0, box_of_centres));
  unsigned better = 0, all = 0;
  for (std::uint64_t row = 1; row < 27; ++row)
    for (std::uint64_t plane = 1; plane < 27; ++plane) {
      if (row % 3 == 0 || plane % 3 == 0) continue;
      ++all;
      if (imbalance_of_reference_planes({27, row, plane}) < best) ++better;
    }
  EXPECT_LT(better, all / 10);
}

TEST(ExtentPlacement, GivenOffsetsAreKept) {
  const VolumeGeometry paper;
  const ExtentPlacement given = ExtentPlacement::best(paper, 27, 5, 0, box_of_centres);
  EXPECT_EQ(given.row_offset, 5u);
  EXPECT_EQ(std::gcd(given.plane_offset, std::uint64_t{27}), 1u);
}

RC_GTEST_PROP(ExtentPlacement, NeighboursAreOnDifferentDisks, ()) {
  VolumeGeometry volume;
  volume.extent = 1;
  for (std::uint64_t& size : volume.size) size = *rc::gen::inRange<std::uint64_t>(2, 9);
  ExtentPlacement placement;
  placement.disks = *rc::gen::inRange<std::uint64_t>(2, 40);
  const auto prime = rc::gen::suchThat(rc::gen::inRange<std::uint64_t>(1, 100), [&placement](std::uint64_t offset) {
    return std::gcd(offset, placement.disks) == 1;
  });
  placement.row_offset = *prime;
  placement.plane_offset = *prime;
  for (std::uint64_t extent = 0; extent < volume.extents(); ++extent) {
    const auto [x, y, z] = volume.place(extent);
    RC_ASSERT(volume.number(x, y, z) == extent);
    const std::uint64_t disk = placement.disk_of(volume, extent);
    RC_ASSERT(disk < placement.disks);
    if (x > 0) RC_ASSERT(placement.disk_of(volume, volume.number(x - 1, y, z)) != disk);
    if (y > 0) RC_ASSERT(placement.disk_of(volume, volume.number(x, y - 1, z)) != disk);
    if (z > 0) RC_ASSERT(placement.disk_of(volume, volume.number(x, y, z - 1)) != disk);
  }
}

TEST(ExtentStore, OffsetsThatAreNotPrimeAreRefusedWithOneThatIs) {
  ExtentStore::Config config;
  config.row_offset = 6;
  config.plane_offset = 5;
  const std::vector<ParameterProblem> problems = config.problems(27);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems.front().path, "row_offset");
  EXPECT_EQ(problems.front().candidates.front().second, 7u);
}

}  // namespace
}  // namespace isochron
