// SPDX-License-Identifier: Apache-2.0
// Extents gathered by a block mover: every byte, whatever the geometry and the descriptors, and what they cost.
#include <algorithm>
#include <cstring>
#include <functional>
#include <set>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/core/time.h>
#include <isochron/software/ps2/voxel_noise.h>

#include "support/child_process.h"
#include "support/sanitizers.h"
#include "systems/ps2/extent_writer_run.h"

namespace isochron {
namespace {

using Descriptor = ExtentGeometry::Descriptor;
using testbench::ExtentParameters;
using testbench::run_extent_writer;

struct ExtentOutcome {
  double clocks = 0;
  double checked = 0;  ///< bytes
  std::uint64_t fingerprint = 0;
  double utilisation = 0;
  bool volume_kept = true;  ///< and nothing behind the image was written
};

/// `tamper` changes the machine's memory before it runs.
ExtentOutcome gather(const ExtentParameters& parameters, const std::function<void(LocalMemory&)>& tamper = {},
                     std::uint64_t seed = 1) {
  const std::string bytes = testbench::run_in_child([&] {
    const ExtentGeometry& g = parameters.geometry;
    std::vector<std::uint8_t> before(g.image()), after(g.image()), behind(g.page);
    const ReplicationRecord record = run_extent_writer(
        parameters, seed,
        [&](LocalMemory& memory) {
          if (tamper) tamper(memory);
          memory.peek(0, before.data(), before.size());
        },
        [&](LocalMemory& memory) {
          memory.peek(0, after.data(), after.size());
          memory.peek(g.memory_bytes(), behind.data(), behind.size());
        });
    ExtentOutcome outcome;
    outcome.clocks = record.components.at("mover").at("clocks");
    outcome.checked = record.metrics.at("data.checked").mean;
    outcome.fingerprint = record.fingerprint;
    outcome.utilisation = record.metrics.at("mover.utilisation").mean;
    outcome.volume_kept =
        before == after && std::all_of(behind.begin(), behind.end(), [](std::uint8_t byte) { return byte == 0; });
    return std::string(reinterpret_cast<const char*>(&outcome), sizeof outcome);
  });
  ExtentOutcome outcome;
  std::memcpy(static_cast<void*>(&outcome), bytes.data(), sizeof outcome);
  return outcome;
}

/// Two by two by two extents of 8 x 8 x 8, of which four are gathered.
ExtentParameters few_extents(Descriptor kind = Descriptor::volume) {
  ExtentParameters p;
  p.geometry = {16, 16, 16, 8, 4};
  p.descriptor = kind;
  return p;
}

/// Strides, order and places of any geometry: a wrong one brings a wrong byte, which the machine finds itself.
RC_GTEST_PROP(ExtentWriter, gathersEveryByteOfAnyGeometry, ()) {
  ExtentParameters p;
  ExtentGeometry& g = p.geometry;
  g.edge = *rc::gen::inRange<std::uint64_t>(1, 20);
  g.width = g.edge * *rc::gen::inRange<std::uint64_t>(1, 5);
  g.height = g.edge * *rc::gen::inRange<std::uint64_t>(1, 5);
  g.depth = g.edge * *rc::gen::inRange<std::uint64_t>(1, 5);
  g.extents = *rc::gen::inRange<std::uint64_t>(1, g.in_volume() + 1);
  p.descriptor = *rc::gen::element(Descriptor::volume, Descriptor::rows, Descriptor::flat);
  p.memory_latency = *rc::gen::element<std::uint64_t>(0, 37 * nanosecond, 500 * nanosecond);
  p.clock = *rc::gen::element<std::uint64_t>(66'667'000, 100'000'000, 1'000'000'000);
  RC_ASSERT(p.problems().empty());
  const ExtentOutcome outcome = gather(p);
  RC_ASSERT(outcome.checked == static_cast<double>(g.extents * g.edge * g.edge * g.edge));
  RC_ASSERT(outcome.volume_kept);
  RC_ASSERT(outcome.utilisation > 0 && outcome.utilisation <= 1);
  // No bound is passed. They are of long lists: of n descriptors there are n - 1 intervals.
  const double clock = static_cast<double>(p.clock);
  const double least = static_cast<double>(p.bytes()) / p.machine()->bounds().front().load * clock;
  const double interval = seconds(p.memory_latency) * clock + 11;
  RC_ASSERT(outcome.clocks >= least - interval);
}

// AddressSanitizer does not know the stacks of SystemC's threads: where an error is thrown past them it leaves marks
// of frames that are gone, and takes what comes there next for an error.
TEST(ExtentWriter, findsAByteThatIsNotTheVolumes) {
  if (testbench::under_address_sanitizer()) GTEST_SKIP() << "no error can be thrown past a thread's stack";
  for (const Descriptor kind : {Descriptor::volume, Descriptor::rows, Descriptor::flat}) {
    const ExtentParameters p = few_extents(kind);
    // The last voxel of the last extent: (x, y, z) of extent 6 of 8 begins at (0, 8, 8).
    const std::uint64_t address = p.geometry.address_of({7, 15, 15});
    EXPECT_EQ(address, 15u * 256 + 15 * 16 + 7);
    const auto flip = [address](LocalMemory& memory) {
      std::uint8_t byte = 0;
      memory.peek(address, &byte, 1);
      byte ^= 1;
      memory.poke(address, &byte, 1);
    };
    try {
      gather(p, flip);
      ADD_FAILURE() << "the wrong byte was not found";
    } catch (const std::runtime_error& error) {
      EXPECT_NE(std::string(error.what()).find("byte 511 of extent 3, voxel (7, 15, 15)"), std::string::npos)
          << error.what();
    }
  }
}

TEST(ExtentWriter, aByteThatNoExtentHasIsNotLookedAt) {
  const ExtentParameters p = few_extents();
  // Extents 0, 2, 4 and 6 are gathered, which have x below 8.
  const std::uint8_t byte = 0;
  const auto poke = [&](LocalMemory& memory) { memory.poke(p.geometry.address_of({8, 0, 0}), &byte, 1); };
  EXPECT_EQ(gather(p, poke).checked, 4 * 512);
}

/// By hand: 4,096 words of an extent at a word a clock; of 1,024 descriptors the ten words of a place one a clock, and
/// a clock between (docs/hardware/block_mover.md). Beside that the first fetch and the last write-back.
TEST(ExtentWriter, descriptorsOfManyRowsCostNothingBesideTheirData) {
  ExtentParameters p;
  p.geometry = {128, 64, 64, 32, 2};
  const auto clocks = [&p](Descriptor kind) {
    p.descriptor = kind;
    return gather(p).clocks;
  };
  const double volume = clocks(Descriptor::volume), rows = clocks(Descriptor::rows), flat = clocks(Descriptor::flat);
  EXPECT_GE(volume, 2 * 4096);
  EXPECT_LE(volume, 2 * 4096 + 100);
  EXPECT_LE(volume, rows);
  EXPECT_LE(rows, 2 * 4096 + 100);
  EXPECT_GE(flat, 2 * 1024 * 11);
  EXPECT_LE(flat, 2 * 1024 * 11 + 100);
}

/// With 300 ns at 100 MHz a descriptor is fetched every 36 clocks; 32 of them are what an extent's 4,096 clocks hide.
TEST(ExtentWriter, slowMemoryMakesFlatDescriptorsDearer) {
  ExtentParameters p;
  p.geometry = {64, 64, 32, 32, 1};
  p.memory_latency = 300 * nanosecond;
  p.descriptor = Descriptor::flat;
  const double flat = gather(p).clocks;
  EXPECT_GE(flat, 1024 * 36);
  EXPECT_LE(flat, 1024 * 36 + 400);
  p.descriptor = Descriptor::rows;
  EXPECT_LE(gather(p).clocks, 4096 + 400);
}

TEST(ExtentWriter, movesAreTheDescriptorsOfTheirKind) {
  const ExtentGeometry g = {512, 512, 64, 32, 16};
  EXPECT_EQ(g.moves(Descriptor::volume).size(), 16u);
  EXPECT_EQ(g.moves(Descriptor::rows).size(), 16u * 32);
  EXPECT_EQ(g.moves(Descriptor::flat).size(), 16u * 1024);
  // One descriptor of three dimensions: rows of 512 B, planes of 512 of them.
  const block_mover::Move move = g.moves(Descriptor::volume)[1];
  EXPECT_EQ(move.row_bytes, 32u);
  EXPECT_EQ(move.rows, 32u);
  EXPECT_EQ(move.planes, 32u);
  EXPECT_EQ(move.source_row_stride, 512);
  EXPECT_EQ(move.source_plane_stride, 512 * 512);
  EXPECT_EQ(move.source, 64u * 512);  // extent 32 of 512: the first of the third row of 16
  EXPECT_EQ(move.destination, 512u * 512 * 64 + 32768);
}

/// Sixteen of all extents, spread, and none twice.
RC_GTEST_PROP(ExtentGeometry, takesNoExtentTwice, ()) {
  ExtentGeometry g;
  g.edge = 1;
  g.width = *rc::gen::inRange<std::uint64_t>(1, 9);
  g.height = *rc::gen::inRange<std::uint64_t>(1, 9);
  g.depth = *rc::gen::inRange<std::uint64_t>(1, 9);
  g.extents = *rc::gen::inRange<std::uint64_t>(1, g.in_volume() + 1);
  std::set<std::uint64_t> taken;
  for (std::uint64_t i = 0; i < g.extents; ++i) {
    const ExtentGeometry::Voxel first = g.origin(i);
    RC_ASSERT(first.x < g.width && first.y < g.height && first.z < g.depth);
    taken.insert(g.address_of(first));
  }
  RC_ASSERT(taken.size() == g.extents);
}

TEST(ExtentWriter, runsAreTheSame) {
  const ExtentOutcome first = gather(few_extents()), second = gather(few_extents());
  EXPECT_EQ(first.fingerprint, second.fingerprint);
  EXPECT_EQ(first.clocks, second.clocks);
  EXPECT_NE(first.fingerprint, gather(few_extents(Descriptor::flat)).fingerprint);
}

TEST(ExtentWriter, theSeedMakesTheVolume) {
  if (testbench::under_address_sanitizer()) GTEST_SKIP() << "no error can be thrown past a thread's stack";
  // With the volume of another seed in memory nothing is right.
  ExtentParameters p = few_extents();
  const VoxelNoise other(2);
  const auto poke = [&](LocalMemory& memory) {
    const std::uint8_t byte = other.at(0, 0, 0);
    memory.poke(0, &byte, 1);
  };
  EXPECT_NE(VoxelNoise(1).at(0, 0, 0), other.at(0, 0, 0));
  EXPECT_THROW(gather(p, poke), std::runtime_error);
  EXPECT_EQ(gather(p, poke, 2).checked, static_cast<double>(p.bytes()));
}

TEST(ExtentWriter, whatCannotBeIsRefused) {
  const auto blamed = [](ExtentParameters p) {
    const std::vector<ParameterProblem> found = p.problems();
    return found.empty() ? std::string() : found[0].path;
  };
  EXPECT_EQ(blamed(ExtentParameters()), "");
  ExtentParameters p;
  p.geometry.height = 500;  // 15.6 extents
  EXPECT_EQ(blamed(p), "volume.height");
  p = ExtentParameters();
  p.geometry.extents = 513;  // 16 x 16 x 2 = 512
  EXPECT_EQ(blamed(p), "extents");
  p.geometry.extents = 512;
  EXPECT_EQ(blamed(p), "");
  p = ExtentParameters();
  p.geometry.width = p.geometry.height = p.geometry.depth = 1024;  // 1 GiB
  EXPECT_EQ(blamed(p), "volume.depth");
  p = ExtentParameters();
  p.geometry.depth = 1024;
  p.geometry.extents = 1000;
  p.descriptor = Descriptor::flat;  // 1,024,000
  EXPECT_EQ(blamed(p), "extents");
}

}  // namespace
}  // namespace isochron
