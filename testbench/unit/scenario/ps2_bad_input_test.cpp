// SPDX-License-Identifier: Apache-2.0
// What cannot be of PS2 and of its disks: one problem, at the parameter to blame, and what it proposes mends it.
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <isochron/scenario/remedy.h>
#include <isochron/system/disk_array_parameters.h>
#include <isochron/system/ps2_parameters.h>

namespace isochron {
namespace {

using Ps2Config = Ps2Parameters;
using Array = DiskArrayParameters;

template <class Parameters>
struct Mistake {
  std::string name;
  std::function<void(Parameters&)> make;
  std::string path;
  std::string says;
  std::vector<std::string> proposed;  ///< paths of its candidates that are values in range
};

template <class Parameters>
void PrintTo(const Mistake<Parameters>& mistake, std::ostream* stream) {
  *stream << mistake.name;
}

template <class Parameters>
std::string name_of(const testing::TestParamInfo<Mistake<Parameters>>& tested) {
  return tested.param.name;
}

/// One problem as expected; each valid candidate by itself mends it, and there is a remedy that was tried.
template <class Parameters>
void expect_one_problem(const Mistake<Parameters>& mistake) {
  Parameters p;
  mistake.make(p);
  const std::vector<ParameterProblem> problems = p.table().problems();
  ASSERT_EQ(problems.size(), 1u);
  const ParameterProblem& problem = problems.front();
  EXPECT_EQ(problem.path, mistake.path);
  EXPECT_NE(problem.message.find(mistake.says), std::string::npos) << problem.message;
  EXPECT_FALSE(problem.remedy.empty());
  std::vector<std::string> proposed;
  for (const auto& [path, value] : problem.candidates) {
    Parameters mended = p;
    const ParameterTable table = mended.table();
    const Parameter* const parameter = table.find(path);
    ASSERT_NE(parameter, nullptr) << path;
    if (parameter->quantity == Quantity::dimensions) continue;  // of which it is a divisor
    if (value < parameter->min || value > parameter->max) continue;
    proposed.push_back(path);
    parameter->set(value);
    EXPECT_TRUE(table.problems().empty()) << path << " = " << value << ": " << table.problems().front().message;
  }
  EXPECT_EQ(proposed, mistake.proposed);
  const ParameterTable table = p.table();
  EXPECT_FALSE(find_remedies(table, problem, {}).empty());
}

class Ps2BadInput : public testing::TestWithParam<Mistake<Ps2Config>> {};
TEST_P(Ps2BadInput, isOneProblemWithAWayOut) {
  expect_one_problem(GetParam());
}

void with_pixels(Ps2Config& p) {
  p.pixels = Ps2Config::Pixels::on;
}

const std::vector<Mistake<Ps2Config>> mistakes_of_ps2{
    {"rowOffsetNotPrime",
     [](Ps2Config& p) { p.placement.row_offset = 9; },
     "placement.row_offset",
     "9 is not prime to 27",
     {"placement.row_offset"}},
    {"planeOffsetNotPrime",
     [](Ps2Config& p) { p.placement.plane_offset = 12; },
     "placement.plane_offset",
     "12 is not prime to 27",
     {"placement.plane_offset"}},
    {"offsetsOfFewerDisks",
     [](Ps2Config& p) {
       p.slaves = 0;
       p.disks_per_slave = 4;
       p.placement.row_offset = 2;
     },
     "placement.row_offset",
     "2 is not prime to 4",
     {"placement.row_offset"}},
    {"moreStringsThanDisks",
     [](Ps2Config& p) { p.storage.strings = 10; },
     "strings",
     "10 SCSI strings for 9 disks",
     {"strings"}},
    {"moreDisksThanTheStringsTake",
     [](Ps2Config& p) {
       p.disks_per_slave = 31;
       p.storage.strings = 2;
     },
     "strings",
     "31 disks do not fit on 2",
     {"strings"}},
    {"extentsThatDoNotDivideTheVolume",
     [](Ps2Config& p) { p.extent = 48; },
     "volume.extent",
     "48 voxels an edge do not divide 512 voxels",
     {"volume.extent"}},
    {"anAxisThatIsNotDivided",
     [](Ps2Config& p) {
       p.volume_size = {512, 512, 400};
     },
     "volume.extent",
     "32 voxels an edge do not divide 400 voxels",
     {"volume.extent"}},
    {"slicesThatLeaveTheVolume",
     [](Ps2Config& p) {
       p.planes.order = PlaneSeries::Order::adjacent;
       p.planes.count = 385;
       p.planes.centre_box = 0;
     },
     "planes.count",
     "385 adjacent slices leave the volume",
     {"planes.count"}},
    {"slicesThatLeaveItFromTheBox",
     [](Ps2Config& p) {
       p.planes.order = PlaneSeries::Order::adjacent;
       p.planes.count = 300;
     },
     "planes.count",
     "300 adjacent slices leave the volume",
     {"planes.count"}},
    {"aFileThatBeginsTooFarOut",
     [](Ps2Config& p) { p.storage.file_at = 1'079'999'999; },
     "disk.file_at",
     "a disk of 1080000000 B has no room",
     {"disk.file_at", "disk.capacity"}},
    {"seeksOfAnotherMean",
     [](Ps2Config& p) { p.storage.mechanics.root = 20 * millisecond; },
     "disk.seek.root",
     "take 22.222 ms with these seeks and rotation, not the 18.500 ms",
     {"disk.seek.root", "disk.mean_latency"}},
    {"rotationOfAnotherMean",
     [](Ps2Config& p) { p.storage.mechanics.rotation = 8 * millisecond; },
     "disk.seek.root",
     "take 16.933 ms",
     {"disk.seek.root", "disk.mean_latency"}},
    {"anInnerZoneThatIsFaster",
     [](Ps2Config& p) {
       p.storage.mechanics.zones = 2;
       p.storage.mechanics.inner_rate = 33'000'000;  // 1 Mb/s more than the outer one
     },
     "disk.inner_rate",
     "faster than the outermost",
     {"disk.inner_rate", "disk.outer_rate"}},
    {"aHeaderWithoutRoom",
     [](Ps2Config& p) {
       with_pixels(p);
       p.part.header = 31;
     },
     "part.header",
     "holds its place, 32 B",
     {"part.header"}},
    {"pixelsThatDoNotSayWhereTheyBelong",
     [](Ps2Config& p) {
       with_pixels(p);
       p.part.encoding = PartFormat::Encoding::pixels;
     },
     "part.encoding",
     "does not say where they belong",
     {}},
    {"voxelsThatThePhantomHasNot",
     [](Ps2Config& p) {
       with_pixels(p);
       p.voxel = 2;
     },
     "volume.voxel",
     "voxels of 1 B",
     {"volume.voxel"}},
    {"headersThatFillAFrame",
     [](Ps2Config& p) {
       p.network.mtu = 46;
       p.network.headers = 46;
     },
     "network.headers",
     "leave no room for data",
     {"network.mtu", "network.headers"}},
};
INSTANTIATE_TEST_SUITE_P(Of, Ps2BadInput, testing::ValuesIn(mistakes_of_ps2), name_of<Ps2Config>);

class DiskArrayBadInput : public testing::TestWithParam<Mistake<Array>> {};
TEST_P(DiskArrayBadInput, isOneProblemWithAWayOut) {
  expect_one_problem(GetParam());
}

const std::vector<Mistake<Array>> mistakes_of_arrays{
    {"blocksThatAreNotDoubled",
     [](Array& p) { p.block_most = 24 * 1024; },
     "block.most",
     "24576 B are not 8192 B doubled",
     {"block.most", "block.least"}},
    {"onlyOneSize",
     [](Array& p) { p.block_most = p.block_least; },
     "block.most",
     "8192 B are not 8192 B doubled",
     {"block.most", "block.least"}},
    {"noLargerOneIsValid",
     [](Array& p) {
       p.block_least = 15 << 20;
       p.block_most = (16 << 20) - 2;
     },
     "block.most",
     "16777214 B are not 15728640 B doubled",
     {"block.least"}},
    {"theSmallestIsTheLargest",
     [](Array& p) {
       p.block_least = 16 * 1024;
       p.block_most = 8 * 1024;
     },
     "block.most",
     "8192 B are not 16384 B doubled",
     {"block.most", "block.least"}},
    {"blocksLargerThanTheDisk",
     [](Array& p) {
       p.block_least = 1 << 20;
       p.block_most = 1 << 24;
       p.storage.mechanics.capacity = 1 << 23;
     },
     "disk.capacity",
     "16777216 B does not fit on a disk",
     {"disk.capacity"}},
    {"moreStringsThanDisks",
     [](Array& p) {
       p.disks = 3;
       p.storage.strings = 4;
     },
     "strings",
     "4 SCSI strings for 3 disks",
     {"strings"}},
    {"moreDisksThanAStringTakes",
     [](Array& p) {
       p.disks = 16;
       p.storage.strings = 1;
     },
     "strings",
     "16 disks do not fit on 1",
     {"strings"}},
    {"seeksOfAnotherMean",
     [](Array& p) { p.storage.mechanics.overhead = 0; },
     "disk.seek.root",
     "take 16.488 ms",
     {"disk.seek.root", "disk.mean_latency"}},
};
INSTANTIATE_TEST_SUITE_P(Of, DiskArrayBadInput, testing::ValuesIn(mistakes_of_arrays), name_of<Array>);

// Where a literal disk is, the file and the seeks are nobody's concern.
TEST(Ps2GoodInput, whatHasNoEffectIsNoProblem) {
  Ps2Config p;
  p.storage.model = StorageParameters::Model::literal;
  p.storage.file_at = 1'079'999'999;
  p.storage.mechanics.root = 0;
  EXPECT_TRUE(p.problems().empty());
}

// A slice alone does not move.
TEST(Ps2GoodInput, oneSliceMayLieAnywhere) {
  Ps2Config p;
  p.planes.order = PlaneSeries::Order::adjacent;
  p.planes.centre_box = 1'000'000;
  p.planes.count = 1;
  EXPECT_TRUE(p.problems().empty());
  p.planes.count = 2;
  EXPECT_EQ(p.problems().size(), 1u);
}

// Limits are in.
TEST(Ps2GoodInput, whatJustFitsIsTaken) {
  Ps2Config p;
  p.disks_per_slave = 30;
  p.storage.strings = 2;
  EXPECT_TRUE(p.problems().empty());
  p = Ps2Config();
  with_pixels(p);
  p.part.header = 32;
  EXPECT_TRUE(p.problems().empty());
  p = Ps2Config();
  p.planes.order = PlaneSeries::Order::adjacent;
  p.planes.centre_box = 0;
  p.planes.count = 384;
  EXPECT_TRUE(p.problems().empty());
  // The mean may be off by one part in a hundred.
  p = Ps2Config();
  p.storage.mean_latency = 18'650 * microsecond;
  EXPECT_TRUE(p.problems().empty());
}

// 12 x 12 x 12 extents on 5 disks: 144 rows of 12, of which a disk has 3 at most. The file just fits, and a byte more
// does not.
TEST(Ps2GoodInput, aFileMayEndWhereTheDiskDoes) {
  Ps2Config p;
  p.slaves = 1;
  p.disks_per_slave = 5;
  p.volume_size = {384, 384, 384};
  const std::uint64_t file = 144 * 3 * 32'768;
  p.storage.file_at = p.storage.mechanics.capacity - file;
  EXPECT_TRUE(p.problems().empty());
  ++p.storage.file_at;
  EXPECT_EQ(p.problems().size(), 1u);
}

}  // namespace
}  // namespace isochron
