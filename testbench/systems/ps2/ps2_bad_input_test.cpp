// SPDX-License-Identifier: Apache-2.0
// What cannot be of PS2 and of its disks: one problem, at the parameter to blame, and what it proposes mends it.
#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <isochron/scenario/remedy.h>

#include "support/library_machine.h"

namespace isochron::testbench {
namespace {

struct Mistake {
  std::string name;
  Settings settings;
  std::string path;
  std::string says;
  std::vector<std::string> proposed;  ///< paths of its candidates that are values in range
};

void PrintTo(const Mistake& mistake, std::ostream* stream) {
  *stream << mistake.name;
}

std::string name_of(const testing::TestParamInfo<Mistake>& tested) {
  return tested.param.name;
}

/// One problem as expected; each valid candidate by itself mends it, and there is a remedy that was tried.
void expect_one_problem(const std::string& name, const Mistake& mistake) {
  const std::unique_ptr<MachineDescription> machine = library_machine(name, mistake.settings);
  const ParameterTable table = machine->parameters();
  const std::vector<ParameterProblem> problems = table.problems();
  ASSERT_EQ(problems.size(), 1u);
  const ParameterProblem& problem = problems.front();
  EXPECT_EQ(problem.path, mistake.path);
  EXPECT_NE(problem.message.find(mistake.says), std::string::npos) << problem.message;
  EXPECT_FALSE(problem.remedy.empty());
  std::vector<std::string> proposed;
  for (const auto& [path, value] : problem.candidates) {
    const Parameter* const parameter = table.find(path);
    ASSERT_NE(parameter, nullptr) << path;
    if (parameter->quantity == Quantity::dimensions) continue;  // of which it is a divisor
    if (value < parameter->min || value > parameter->max) continue;
    proposed.push_back(path);
    const ParameterValue before = parameter->get();
    parameter->set(value);
    EXPECT_TRUE(table.problems().empty()) << path << " = " << value << ": " << table.problems().front().message;
    parameter->set(before);
  }
  EXPECT_EQ(proposed, mistake.proposed);
  EXPECT_FALSE(find_remedies(table, problem, {}).empty());
}

class Ps2BadInput : public testing::TestWithParam<Mistake> {};
TEST_P(Ps2BadInput, isOneProblemWithAWayOut) {
  expect_one_problem("ps2", GetParam());
}

const std::vector<Mistake> mistakes_of_ps2{
    {"rowOffsetNotPrime",
     {{"placement.row_offset", "9"}},
     "placement.row_offset",
     "9 is not prime to 27",
     {"placement.row_offset"}},
    {"planeOffsetNotPrime",
     {{"placement.plane_offset", "12"}},
     "placement.plane_offset",
     "12 is not prime to 27",
     {"placement.plane_offset"}},
    {"offsetsOfFewerDisks",
     {{"slaves", "0"}, {"disks_per_slave", "4"}, {"placement.row_offset", "2"}},
     "placement.row_offset",
     "2 is not prime to 4",
     {"placement.row_offset"}},
    {"moreStringsThanDisks", {{"strings", "10"}}, "strings", "10 SCSI strings for 9 disks", {"strings"}},
    {"moreDisksThanTheStringsTake",
     {{"disks_per_slave", "31"}, {"strings", "2"}},
     "strings",
     "31 disks do not fit on 2",
     {"strings"}},
    {"extentsThatDoNotDivideTheVolume",
     {{"volume.extent", "48"}},
     "volume.extent",
     "48 voxels an edge do not divide 512 voxels",
     {"volume.extent"}},
    {"anAxisThatIsNotDivided",
     {{"volume.size", "512x512x400"}},
     "volume.extent",
     "32 voxels an edge do not divide 400 voxels",
     {"volume.extent"}},
    {"slicesThatLeaveTheVolume",
     {{"planes.order", "adjacent"}, {"planes.count", "385"}, {"planes.centre_box", "0"}},
     "planes.count",
     "385 adjacent slices leave the volume, which has 384 voxels",
     {"planes.count"}},
    {"slicesThatLeaveItFromTheBox",
     {{"planes.order", "adjacent"}, {"planes.count", "300"}},
     "planes.count",
     "300 adjacent slices leave the volume",
     {"planes.count"}},
    {"aFileThatBeginsTooFarOut",
     {{"disk.file_at", "1079999999 B"}},
     "disk.file_at",
     "a disk of 1.08 GB has no room",
     {"disk.file_at", "disk.capacity"}},
    {"seeksOfAnotherMean",
     {{"disk.seek.root", "20 ms"}},
     "disk.seek.root",
     "take 22.222 ms with these seeks and rotation, not the 18.5 ms",
     {"disk.seek.root", "disk.mean_latency"}},
    {"rotationOfAnotherMean",
     {{"disk.rotation", "8 ms"}},
     "disk.seek.root",
     "take 16.933 ms",
     {"disk.seek.root", "disk.mean_latency"}},
    {"anInnerZoneThatIsFaster",
     {{"disk.zones", "2"}, {"disk.inner_rate", "33 Mb/s"}},  // 1 Mb/s more than the outer one
     "disk.inner_rate",
     "faster than the outermost",
     {"disk.inner_rate", "disk.outer_rate"}},
    {"aHeaderWithoutRoom",
     {{"pixels", "on"}, {"part.header", "31 B"}},
     "part.header",
     "holds its place, 32 B",
     {"part.header"}},
    {"pixelsThatDoNotSayWhereTheyBelong",
     {{"pixels", "on"}, {"part.encoding", "pixels"}},
     "part.encoding",
     "does not say where they belong",
     {}},
    {"voxelsThatThePhantomHasNot",
     {{"pixels", "on"}, {"volume.voxel", "2 B"}},
     "volume.voxel",
     "voxels of 1 B",
     {"volume.voxel"}},
    {"headersThatFillAFrame",
     {{"network.mtu", "46 B"}, {"network.headers", "46 B"}},
     "network.headers",
     "leave no room for data",
     {"network.mtu", "network.headers"}},
};
INSTANTIATE_TEST_SUITE_P(Of, Ps2BadInput, testing::ValuesIn(mistakes_of_ps2), name_of);

class DiskArrayBadInput : public testing::TestWithParam<Mistake> {};
TEST_P(DiskArrayBadInput, isOneProblemWithAWayOut) {
  expect_one_problem("disk_array", GetParam());
}

const std::vector<Mistake> mistakes_of_arrays{
    {"blocksThatAreNotDoubled",
     {{"block.most", "24 KiB"}},
     "block.most",
     "24576 B are not 8192 B doubled",
     {"block.most", "block.least"}},
    {"onlyOneSize",
     {{"block.most", "8 KiB"}},
     "block.most",
     "8192 B are not 8192 B doubled",
     {"block.most", "block.least"}},
    {"noLargerOneIsValid",
     {{"block.least", "15 MiB"}, {"block.most", "16777214 B"}},
     "block.most",
     "16777214 B are not 15728640 B doubled",
     {"block.least"}},
    {"theSmallestIsTheLargest",
     {{"block.least", "16 KiB"}, {"block.most", "8 KiB"}},
     "block.most",
     "8192 B are not 16384 B doubled",
     {"block.most", "block.least"}},
    {"blocksLargerThanTheDisk",
     {{"block.least", "1 MiB"}, {"block.most", "16 MiB"}, {"disk.capacity", "8 MiB"}},
     "disk.capacity",
     "16 MiB does not fit on a disk",
     {"disk.capacity"}},
    {"moreStringsThanDisks", {{"disks", "3"}, {"strings", "4"}}, "strings", "4 SCSI strings for 3 disks", {"strings"}},
    {"moreDisksThanAStringTakes",
     {{"disks", "16"}, {"strings", "1"}},
     "strings",
     "16 disks do not fit on 1",
     {"strings"}},
    {"seeksOfAnotherMean",
     {{"disk.seek.overhead", "0 ps"}},
     "disk.seek.root",
     "take 16.488 ms",
     {"disk.seek.root", "disk.mean_latency"}},
};
INSTANTIATE_TEST_SUITE_P(Of, DiskArrayBadInput, testing::ValuesIn(mistakes_of_arrays), name_of);

// Where a literal disk is, the file and the seeks are nobody's concern.
TEST(Ps2GoodInput, whatHasNoEffectIsNoProblem) {
  EXPECT_TRUE(
      problems_of("ps2", {{"disk.model", "literal"}, {"disk.file_at", "1079999999 B"}, {"disk.seek.root", "0 ps"}})
          .empty());
}

// A slice alone does not move.
TEST(Ps2GoodInput, oneSliceMayLieAnywhere) {
  const Settings slices{{"planes.order", "adjacent"}, {"planes.centre_box", "1"}};
  for (const auto& [count, problems] : {std::pair{"1", 0u}, std::pair{"2", 1u}}) {
    Settings settings = slices;
    settings["planes.count"] = count;
    EXPECT_EQ(problems_of("ps2", settings).size(), problems) << count;
  }
}

// Limits are in.
TEST(Ps2GoodInput, whatJustFitsIsTaken) {
  for (const Settings& settings :
       {Settings{{"disks_per_slave", "30"}, {"strings", "2"}}, Settings{{"pixels", "on"}, {"part.header", "32 B"}},
        Settings{{"planes.order", "adjacent"}, {"planes.centre_box", "0"}, {"planes.count", "384"}},
        // The mean may be off by one part in a hundred.
        Settings{{"disk.mean_latency", "18.65 ms"}}})
    EXPECT_TRUE(problems_of("ps2", settings).empty()) << settings.begin()->first;
}

// 12 x 12 x 12 extents on 5 disks: 144 rows of 12, of which a disk has 3 at most. The file just fits, and a byte more
// does not.
TEST(Ps2GoodInput, aFileMayEndWhereTheDiskDoes) {
  constexpr std::uint64_t file = 144 * 3 * 32'768, last = 1'080'000'000 - file;
  for (const std::uint64_t more : {0, 1}) {
    const Settings settings{{"slaves", "1"},
                            {"disks_per_slave", "5"},
                            {"volume.size", "384x384x384"},
                            {"disk.file_at", std::to_string(last + more) + " B"}};
    EXPECT_EQ(problems_of("ps2", settings).size(), more);
  }
}

}  // namespace
}  // namespace isochron::testbench
