// SPDX-License-Identifier: Apache-2.0
// PS2 in configurations whose times can be had by hand, what makes it faster and slower, and pixels that are wrong.
#include <algorithm>
#include <stdexcept>

#include <gtest/gtest.h>
#include <systemc>

#include <isochron/software/ps2/extent_store.h>
#include <isochron/storage/disk.h>

#include "systems/ps2/cut_by_pixels.h"
#include "systems/ps2/ps2_run.h"

namespace isochron::testbench {
namespace {

/// One disk that takes 18.5 ms at every access, one plane of 64 x 64 pixels at right angles to z through the middle of
/// 64 x 64 x 64 voxels: it meets 4 extents of 32 KiB, with 32 x 32 pixels in each.
Ps2Case by_hand(std::uint64_t slaves) {
  Ps2Case p;
  p.slaves = slaves;
  p.disks_per_slave = 1;
  p.volume_size = {64, 64, 64};
  p.planes.count = 1;
  p.planes.size = {64, 64};
  p.planes.orientation = PlaneSeries::Orientation::z;
  p.planes.centre_box = 0;
  p.storage.model = DisksOfPc::Model::literal;
  p.storage.rate = 32'768'000;
  return p;
}

// From a request to the next of the disk, in us:
//   18,500      latency
//    8,000      medium: 32,768 B at 4,096,000 B/s
//      300      reselection for the last of 4 chunks; those before cross while the medium goes on
//      781.25   8,192 B at 10 x 1,048,576 B/s
//      185.4    disk interface
//   27,766.65
// and 4 times that until the last extent is there: 111,066.6.
constexpr double extents_read = 111'066.6e-6;

// Then: extract 1,780.8, send 842.6; a part of 148 + 1,024 B is a frame of 38 + 40 + 1,172 = 1,250 B, 100 at 100 Mb/s;
// receive 581.5, merge 235.8, display 8,000. All work on earlier parts fits between extents, which are 27 ms apart.
TEST(Ps2ByHand, onePlaneFromOneSlaveWithOneDisk) {
  const Figures f = simulate(by_hand(1));
  EXPECT_NEAR(f.at("completion_time.mean"), extents_read + 11'540.7e-6, 1e-12);
  EXPECT_EQ(f.at("parts.bytes.mean"), 1172);
  EXPECT_EQ(f.at("messages"), 4);
}

// Without a network: extract 1,780.8, merge 235.8, display 8,000.
TEST(Ps2ByHand, onePlaneFromADiskOfTheMaster) {
  EXPECT_NEAR(simulate(by_hand(0)).at("completion_time.mean"), extents_read + 10'016.6e-6, 1e-12);
}

// Two requests at the disk: it begins the second once the first is off the medium, 26.5 ms after it began. The last
// extent is off the medium after 4 x 26.5 ms, and then 1,081.25 us cross and 185.4 us are taken.
TEST(Ps2ByHand, twoRequestsAtTheDiskHideStringAndInterface) {
  Ps2Case p = by_hand(0);
  p.storage.depth = 2;
  EXPECT_NEAR(simulate(p).at("completion_time.mean"), 106e-3 + 1'266.65e-6 + 10'016.6e-6, 1e-12);
}

// Planes one after another take the same time each; no rotation, and no arm.
TEST(Ps2ByHand, planesOneAtATimeFollowEachOther) {
  Ps2Case p = by_hand(1);
  p.planes.count = 3;
  p.planes_in_flight = 1;
  EXPECT_NEAR(simulate(p).at("completion_time.mean"), 3 * (extents_read + 11'540.7e-6), 1e-12);
}

// Extraction on the master: messages are whole extents, 32,768 B in 22 full frames of 1,538 B and one of 648 + 78 B,
// 34,562 B in all, 2,764.96 us; the costs of a message are the same.
TEST(Ps2ByHand, extentsThatAreCutOnTheMasterCrossWhole) {
  Ps2Case p = by_hand(1);
  p.extract_on = Ps2Case::Place::master;
  p.memory_bus = {0, 0, 0, 0, 0, 0};
  EXPECT_NEAR(simulate(p).at("completion_time.mean"), extents_read + 11'540.7e-6 - 100e-6 + 2'764.96e-6, 1e-12);
}

/// Four planes of the paper's volume from a slave with three disks.
Ps2Case few_planes() {
  Ps2Case p;
  p.slaves = 1;
  p.disks_per_slave = 3;
  p.planes.count = 4;
  p.placement = {1, 1};
  return p;
}

double completion(const Ps2Case& p) {
  return simulate(p).at("completion_time.mean");
}

// Beside the last extents of a plane nobody works on the next one, and the display waits for all.
TEST(Ps2Comparisons, twoPlanesInFlightBeatOne) {
  Ps2Case one, two;
  one.planes.count = two.planes.count = 8;
  one.placement = two.placement = {2, 4};
  one.planes_in_flight = 1;
  EXPECT_GT(completion(one), 1.05 * completion(two));
}

TEST(Ps2Comparisons, aSecondRequestAtTheDiskDoesNoHarm) {
  Ps2Case one = few_planes(), two = few_planes();
  two.storage.depth = 2;
  // Rotations are drawn in the order of requests, which is the same: fifo.
  EXPECT_LE(completion(two), completion(one));
}

// Extents of a plane are asked for in the order in which they lie on a disk, so an elevator has nothing to gain: where
// two planes meet it turns round more often. See DiskArray for requests in any order.
TEST(Ps2Comparisons, theElevatorDoesNoHarm) {
  Ps2Case fifo = few_planes(), elevator = few_planes();
  fifo.storage.depth = elevator.storage.depth = 8;
  elevator.storage.order = Disk::Order::elevator;
  EXPECT_LT(completion(elevator), 1.01 * completion(fifo));
}

TEST(Ps2Comparisons, literalDisksAreSlowerThanLocalOnes) {
  Ps2Case local = few_planes(), literal = few_planes();
  literal.storage.model = DisksOfPc::Model::literal;
  EXPECT_GT(completion(literal), 1.1 * completion(local));
}

// A bound is what no run can pass, and near what it reaches where the disks are all that there is. Rotations are drawn:
// 3,000 of them have a mean within 0.06 ms of half a turn, a quarter of a per cent of an access.
TEST(Ps2Bounds, areCeilings) {
  for (const std::uint64_t disks : {1, 3, 9})
    for (const std::uint64_t depth : {1, 2})
      for (const std::uint64_t zones : {1, 4}) {
        Ps2Case p;
        p.slaves = 0;
        p.disks_per_slave = disks;
        p.storage.depth = depth;
        p.storage.mechanics.zones = zones;
        p.planes.count = 10;
        double least = 1e9;
        for (const ResourceBound& bound : machine_of(p)->bounds()) least = std::min(least, bound.limit);
        const double planes = simulate(p).at("planes.mean");
        EXPECT_LE(planes, 1.0025 * least) << disks << " disks, depth " << depth << ", zones " << zones;
        EXPECT_GE(planes, 0.75 * least) << disks << " disks, depth " << depth << ", zones " << zones;
      }
}

/// With the default costs, of which the memory bus is never behind.
TEST(Ps2Work, processorSharesAreRatesTimesCosts) {
  Ps2Case p;
  p.planes.count = 10;
  const Figures f = simulate(p);
  const double rate = f.at("extents.mean"), of_a_slave = rate / 3, close = 0.005;
  const auto share = [&](const char* name, double expected) {
    EXPECT_NEAR(f.at(name), expected, close * expected) << name;
  };
  share("slave.processor.network.mean", of_a_slave * 842.6e-6);
  share("slave.processor.disk_interface.mean", of_a_slave * 185.4e-6);
  share("slave.processor.extract.mean", of_a_slave * 1780.8e-6);
  share("master.processor.receive.mean", rate * 581.5e-6);
  share("master.processor.merge.mean", rate * 235.8e-6);
  share("master.processor.display.mean", f.at("planes.mean") * 8e-3);
  share("network.payload.mean", rate * f.at("parts.bytes.mean"));
}

/// Planes of the paper's volume that disks of one slave should have and do not.
std::uint64_t extents_on(const Ps2Case& p, std::uint64_t from, std::uint64_t to) {
  std::uint64_t found = 0;
  for (const ImagePlane& plane : p.planes.planes(p.volume()))
    for (const auto& [extent, part] : cut_by_pixels(p, plane)) found += part.disk >= from && part.disk < to ? 1 : 0;
  return found;
}

Ps2Case two_slaves() {
  Ps2Case p = few_planes();
  p.slaves = 2;
  p.placement = {1, 5};  // prime to 6
  return p;
}

TEST(Ps2Failures, aFailedDiskLeavesItsExtentsOut) {
  const Ps2Case p = two_slaves();
  const Figures f = simulate(p, {1, {"slave[1].disk[2]"}});
  EXPECT_EQ(f.at("parts.missing.mean"), static_cast<double>(extents_on(p, 5, 6)));
  EXPECT_EQ(f.at("slave[1].disk[2].utilisation"), 0);
  EXPECT_EQ(f.at("delay.count"), 4);
}

TEST(Ps2Failures, aSlaveWithoutDisksHangsNobody) {
  const Ps2Case p = two_slaves();
  const Figures f = simulate(p, {1, {"slave[0].disk[0]", "slave[0].disk[1]", "slave[0].disk[2]"}});
  EXPECT_EQ(f.at("parts.missing.mean"), static_cast<double>(extents_on(p, 0, 3)));
  EXPECT_EQ(f.at("slave[0].processor.utilisation"), 0);
  EXPECT_EQ(f.at("delay.count"), 4);
}

// All there is to do is to show empty planes, 8 ms each.
TEST(Ps2Failures, withoutAnyDiskPlanesAreEmpty) {
  Ps2Case p = by_hand(1);
  p.planes.count = 5;
  const Figures f = simulate(p, {1, {"slave[0].disk[0]"}});
  EXPECT_EQ(f.at("parts.missing.mean"), 20);
  EXPECT_EQ(f.at("extents.mean"), 0);
  EXPECT_NEAR(f.at("completion_time.mean"), 40e-3, 1e-12);
}

// Four pixels around a centre in a corner of the volume may all be outside. Such a plane is black, and holds up nobody.
TEST(Ps2Failures, aPlaneBesideTheVolumeIsEmpty) {
  Ps2Case p;
  p.slaves = 1;
  p.disks_per_slave = 1;
  p.extent = 8;
  p.volume_size = {8, 8, 8};
  p.planes.count = 3000;
  p.planes.size = {2, 2};
  p.planes.centre_box = 1'000'000;
  p.pixels = Ps2Case::Pixels::on;
  std::uint64_t beside = 0;
  for (const ImagePlane& plane : p.planes.planes(p.volume())) beside += cut_by_pixels(p, plane).empty() ? 1 : 0;
  EXPECT_GT(beside, 0u);
  const Figures f = simulate(p);
  EXPECT_EQ(f.at("messages"), static_cast<double>(3000 - beside));
  EXPECT_EQ(f.at("delay.count"), 3000);
}

/// Small planes with pixels, from two disks.
Ps2Case with_pixels() {
  Ps2Case p;
  p.slaves = 1;
  p.disks_per_slave = 2;
  p.volume_size = {64, 64, 48};
  p.extent = 16;
  p.planes.count = 3;
  p.planes.size = {64, 64};
  p.placement = {1, 1};
  p.pixels = Ps2Case::Pixels::on;
  return p;
}

TEST(Ps2Pixels, areCompared) {
  EXPECT_EQ(simulate(with_pixels()).at("pixels.compared.mean"), 3 * 64 * 64);
}

// The hole is where the disk's extents are: a part that is missing elsewhere, or a pixel there, throws.
TEST(Ps2Pixels, ofAFailedDiskAreAHole) {
  const Ps2Case p = with_pixels();
  const Figures f = simulate(p, {1, {"slave[0].disk[1]"}});
  EXPECT_EQ(f.at("parts.missing.mean"), static_cast<double>(extents_on(p, 1, 2)));
  EXPECT_EQ(f.at("pixels.compared.mean"), 3 * 64 * 64);
}

/// A disk's bytes as `change` leaves them.
class SpoiledMedium final : public Medium {
 public:
  using Change = std::uint64_t (*)(std::uint64_t position);

  /// `moved`: where it reads what is asked for at a position. `flipped`: a byte that comes with a bit turned.
  SpoiledMedium(const Medium& whole, Change moved, std::uint64_t flipped)
      : whole_(whole), moved_(moved), flipped_(flipped) {}
  void read(std::uint64_t position, std::uint64_t bytes, unsigned char* to) const override {
    whole_.read(moved_(position), bytes, to);
    if (position <= flipped_ && flipped_ < position + bytes) to[flipped_ - position] ^= 1;
  }

 private:
  const Medium& whole_;
  Change moved_;
  std::uint64_t flipped_;
};

constexpr std::uint64_t nothing = ~std::uint64_t{0};

std::uint64_t in_place(std::uint64_t position) {
  return position;
}

/// Neighbours on the disk have changed places: extents 0 and 1, 2 and 3, and so on.
std::uint64_t swapped(std::uint64_t position) {
  constexpr std::uint64_t extent = 16 * 16 * 16;
  return (position / extent ^ 1) * extent + position % extent;
}

/// What the machine says when a disk of it gives other bytes; empty: nothing.
std::string complaint(SpoiledMedium::Change moved, std::uint64_t flipped) {
  StorageRun run;
  run.spoil = [moved, flipped] {
    auto* const store = dynamic_cast<ExtentStore*>(sc_core::sc_find_object("store"));
    auto* const disk = dynamic_cast<Disk*>(sc_core::sc_find_object("slave[0].disk[1]"));
    if (store == nullptr || disk == nullptr) throw std::logic_error("no such parts");
    static const SpoiledMedium spoiled(*store->medium(1), moved, flipped);
    disk->set_medium(&spoiled);
  };
  try {
    simulate(with_pixels(), run);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return {};
}

/// Where on disk 1 a voxel is that plane 0 shows at pixel (32, 32).
std::uint64_t voxel_that_is_shown() {
  const Ps2Case p = with_pixels();
  const ImagePlane plane = p.planes.planes(p.volume()).front();
  const std::uint64_t across = 4, down = 4, edge = 16;
  for (std::int64_t i = 0; i < 64; ++i) {
    const auto voxel = [&](unsigned axis) { return static_cast<std::uint64_t>(plane.voxel(axis, i, 32)); };
    const std::uint64_t x = voxel(0), y = voxel(1), z = voxel(2);
    if (x >= 64 || y >= 64 || z >= 48 || (x / edge + y / edge + z / edge) % 2 != 1) continue;
    // Extents of the disk before this one: every other one.
    std::uint64_t before = 0;
    for (std::uint64_t e = 0; e < x / edge + across * (y / edge + down * (z / edge)); ++e)
      before += (e % across + e / across % down + e / across / down) % 2;
    return before * edge * edge * edge + x % edge + edge * (y % edge + edge * (z % edge));
  }
  throw std::logic_error("the line of pixels misses the disk");
}

// That the way of spoiling does none by itself.
TEST(Ps2Pixels, ofAnUnspoiledMediumPass) {
  EXPECT_EQ(complaint(in_place, nothing), "");
}

TEST(Ps2Pixels, ofSwappedExtentsFailTheMachine) {
  const std::string said = complaint(swapped, nothing);
  EXPECT_NE(said.find("is wrong: pixel ("), std::string::npos) << said;
}

TEST(Ps2Pixels, ofWhichASingleBitIsWrongFailTheMachine) {
  const std::string said = complaint(in_place, voxel_that_is_shown());
  EXPECT_NE(said.find("is wrong: pixel ("), std::string::npos) << said;
}

}  // namespace
}  // namespace isochron::testbench
