// SPDX-License-Identifier: Apache-2.0
// Disks on SCSI strings as the paper measures them (PS2, section 6, Fig. 9), and times by hand.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "systems/ps2/ps2_run.h"

namespace isochron::testbench {
namespace {

using Array = DiskArrayCase;

Array one_disk() {
  Array p;
  p.disks = 1;
  return p;
}

// The paper: 18.5 ms and 32 KiB at 3.3 MiB/s (9.47 ms). The mean of 2,000 accesses, whose standard deviation is some
// 4 ms, is within 0.1 ms.
TEST(DiskArray, aDiskAloneTakesThePapersTime) {
  Array p = one_disk();
  p.block_least = 32 * 1024;
  p.block_most = 64 * 1024;
  p.blocks = 2000;
  p.disk_interface = 0;
  p.storage.string.reselection = 0;
  p.storage.string.rate = 1'000'000'000'000;
  EXPECT_NEAR(simulate(p).at("block_time.least.mean"), 27.97e-3, 0.01 * 27.97e-3);
}

TEST(DiskArray, throughAStringItTakesThePapersTime) {
  Array p = one_disk();
  p.block_least = 16 * 1024;
  p.block_most = 32 * 1024;
  p.blocks = 2000;
  EXPECT_NEAR(simulate(p).at("block_time.most.mean"), 29.1e-3, 0.01 * 29.1e-3);
}

Array literal_disk() {
  Array p = one_disk();
  p.storage.model = DisksOfPc::Model::literal;
  p.storage.rate = 32'768'000;  // 8,192 B in 2 ms
  p.blocks = 7;
  return p;
}

// A block: 18,500 us, its bytes off the medium, the last chunk of 8 KiB over the string in 300 + 781.25 us, and 185.4
// us of the disk's interface. A straight line: 19,766.65 us and the medium's rate.
TEST(DiskArray, theFitOfAStraightLineIsThatLine) {
  const Figures f = simulate(literal_disk());
  EXPECT_NEAR(f.at("fit.latency.mean"), 19'766.65e-6, 1e-11);
  EXPECT_NEAR(f.at("fit.rate.mean"), 4'096'000, 1e-3);
  // 7 blocks one after another: the first is asked for at once.
  EXPECT_NEAR(f.at("block_time.least.mean"), 19'766.65e-6 + 2e-3, 1e-12);
  EXPECT_NEAR(f.at("block_time.most.mean"), 19'766.65e-6 + 64e-3, 1e-12);
  EXPECT_NEAR(f.at("throughput.mean"), 262'144 / 83'766.65e-6, 1e-3);
  // 8 to 256 KiB: 2 + 4 + ... + 64 = 126 ms off the medium, six latencies, each 7 times.
  EXPECT_NEAR(f.at("completion_time.mean"), 7 * (126e-3 + 6 * 19'766.65e-6), 1e-11);
  // The medium and the latency, of the whole time.
  EXPECT_NEAR(f.at("disk[0].utilisation"), (126e-3 + 6 * 18.5e-3) / (126e-3 + 6 * 19'766.65e-6), 1e-9);
}

// With two requests the disk's interface and the string are hidden but for the last block's: 7 x (18.5 ms + medium) and
// 1,266.65 us once.
TEST(DiskArray, twoRequestsAtADiskHideStringAndInterface) {
  Array p = literal_disk();
  p.storage.depth = 2;
  const Figures f = simulate(p);
  EXPECT_NEAR(f.at("block_time.least.mean"), 20.5e-3 + 1'266.65e-6 / 7, 1e-12);
  EXPECT_NEAR(f.at("block_time.most.mean"), 82.5e-3 + 1'266.65e-6 / 7, 1e-12);
}

// Two disks in step on two strings: the second of two extents waits for the first one's interface, and then they are
// 185.4 us apart: nobody waits any more. n blocks of each in n times the time of one, and one interface.
TEST(DiskArray, disksThatShareTheInterfaceAreMovedApart) {
  Array p = literal_disk();
  p.disks = 2;
  p.storage.strings = 2;
  const Figures f = simulate(p);
  EXPECT_NEAR(f.at("block_time.least.mean"), (7 * 21'766.65e-6 + 185.4e-6) / 14, 1e-12);
}

// Eight requests at random, of which the nearest in the arm's direction is next: the way is a ninth of the disk or so
// instead of a third, which saves some 13 x (8/15 - 1/3) = 2.6 ms of 24.
TEST(DiskArray, theElevatorBeatsTheOrderOfArrival) {
  Array fifo = one_disk();
  fifo.blocks = 300;
  fifo.storage.depth = 8;
  Array elevator = fifo;
  elevator.storage.order = Disk::Order::elevator;
  const double saved = simulate(fifo).at("block_time.least.mean") - simulate(elevator).at("block_time.least.mean");
  EXPECT_GT(saved, 1.5e-3);
  EXPECT_LT(saved, 5e-3);
}

/// Any that has no problems.
Array any_array() {
  Array p;
  p.disks = *rc::gen::inRange<std::uint64_t>(1, 17);
  p.storage.depth = *rc::gen::inRange<std::uint64_t>(1, 4);
  p.storage.strings = *rc::gen::inRange<std::uint64_t>(0, p.disks + 1);
  if (p.storage.strings == 1 && p.disks > 15) p.storage.strings = 2;
  p.storage.model = *rc::gen::element(DisksOfPc::Model::literal, DisksOfPc::Model::local);
  p.storage.order = *rc::gen::element(Disk::Order::fifo, Disk::Order::elevator);
  p.storage.string.chunk = *rc::gen::element<std::uint64_t>(500, 8192, 100'000);
  p.block_least = *rc::gen::inRange<std::uint64_t>(512, 5000);
  p.block_most = p.block_least << *rc::gen::inRange(1, 4);
  p.blocks = *rc::gen::inRange<std::uint64_t>(1, 6);
  p.processors = *rc::gen::inRange<std::uint64_t>(1, 3);
  p.disk_interface = *rc::gen::inRange<std::uint64_t>(0, 5000) * microsecond;
  return p;
}

// Catches a block that is lost or doubled, a chunk that crosses twice, and a job at the wrong cost.
RC_GTEST_PROP(DiskArrayInvariants, workIsConserved, ()) {
  const Array p = any_array();
  RC_ASSERT(problems_of(p).empty());
  const Figures f = simulate(p);
  const double time = f.at("completion_time.mean");
  double blocks = 0, bytes = 0, on_strings = 0;
  for (std::uint64_t size = p.block_least; size <= p.block_most; size *= 2) {
    const double of_size = static_cast<double>(p.blocks * p.disks);
    const auto chunks = static_cast<double>((size + p.storage.string.chunk - 1) / p.storage.string.chunk);
    blocks += of_size;
    bytes += of_size * static_cast<double>(size);
    on_strings += of_size * (chunks * 300e-6 + static_cast<double>(size) / (10 * 1024 * 1024));
  }
  RC_ASSERT(f.at("messages") == blocks);
  RC_ASSERT(f.at("disk_interface.jobs") == blocks);
  const double share = blocks * seconds(p.disk_interface) / time / static_cast<double>(p.processors);
  RC_ASSERT(std::abs(f.at("disk_interface.utilisation") - share) < 1e-9);
  RC_ASSERT(std::abs(f.at("memory_bus.disk_read") - bytes * 14.4e-9 / time) < 1e-9);
  double strings = 0;
  for (std::uint64_t s = 0; s < p.storage.strings_of(p.disks); ++s)
    strings += f.at("string[" + std::to_string(s) + "].utilisation");
  RC_ASSERT(std::abs(strings * time - on_strings) < 1e-8);
  for (const auto& [name, value] : f)
    if (ends_with(name, "utilisation")) RC_ASSERT(value <= 1 + 1e-12);
}

RC_GTEST_PROP(DiskArrayInvariants, aSeedDecidesEverything, ()) {
  Array p = any_array();
  p.storage.model = DisksOfPc::Model::local;
  const Figures one = simulate(p, {1}), same = simulate(p, {1}), other = simulate(p, {2});
  RC_ASSERT(difference(one, same) == "");
  RC_ASSERT(one.at("completion_time.mean") != other.at("completion_time.mean"));
}

/// 6 sizes of 5 blocks a disk, three disks on one string.
DiskArrayCase three_disks() {
  DiskArrayCase p;
  p.disks = 3;
  p.blocks = 5;
  return p;
}

// The first disk answers before the second is asked.
TEST(DiskArrayFailures, aDiskThatHasFailedIsNoneThatReads) {
  for (const char* const disk : {"disk[0]", "disk[2]"}) {
    const Figures f = simulate(three_disks(), {1, {disk}});
    EXPECT_EQ(f.at("blocks.failed.mean"), 6 * 5) << disk;
    EXPECT_EQ(f.at("messages"), 2 * 6 * 5) << disk;
    DiskArrayCase two = three_disks();
    two.disks = 2;
    EXPECT_NEAR(f.at("fit.rate.mean"), simulate(two).at("fit.rate.mean"), 0.1 * f.at("fit.rate.mean")) << disk;
  }
}

TEST(DiskArrayFailures, withoutAnyDiskNothingIsRead) {
  const Figures f = simulate(three_disks(), {1, {"disk[0]", "disk[1]", "disk[2]"}});
  EXPECT_EQ(f.at("blocks.failed.mean"), 3 * 6 * 5);
  EXPECT_EQ(f.at("throughput.mean"), 0);
  EXPECT_EQ(f.at("fit.rate.mean"), 0);
}

}  // namespace
}  // namespace isochron::testbench
