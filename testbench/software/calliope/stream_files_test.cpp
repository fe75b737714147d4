// SPDX-License-Identifier: Apache-2.0
// Where blocks of files are: one after another on a disk, or one disk after another.
#include <set>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/software/calliope/stream_files.h>

namespace isochron {
namespace {

DutyCycle::Place place_of(const StreamFiles& files, std::uint32_t stream, std::uint64_t block) {
  Tag tag;
  tag.stream = stream;
  tag.block = block;
  return files.place(tag);
}

RC_GTEST_PROP(StreamFiles, blocksFollowEachOther, ()) {
  StreamFiles::Config config;
  config.streams = 2;
  config.disks = *rc::gen::inRange<std::uint64_t>(1, 5);
  config.block = 10;
  const auto blocks = *rc::gen::inRange<std::uint64_t>(1, 30);
  config.capacity = blocks * 10 + *rc::gen::inRange<std::uint64_t>(0, 10);
  config.striped = *rc::gen::arbitrary<bool>();
  config.seed = *rc::gen::arbitrary<std::uint64_t>();
  StreamFiles files(config);
  const auto file = *rc::gen::inRange<std::uint64_t>(0, 100);
  const auto from = *rc::gen::inRange<std::uint64_t>(0, 100);
  const auto disk = *rc::gen::inRange(0u, static_cast<unsigned>(config.disks));
  files.set(0, file, 0, disk);
  files.set(1, file, from, disk);

  // Block by block through the file: on from the last block of the disk, of which the first is drawn.
  std::vector<std::uint64_t> next(config.disks, place_of(files, 0, 0).position / 10);
  for (std::uint64_t block = 0; block < from + 20; ++block) {
    const DutyCycle::Place found = place_of(files, 0, block);
    const unsigned expected = config.striped ? static_cast<unsigned>((file + block) % config.disks) : disk;
    RC_ASSERT(found.disk == expected);
    RC_ASSERT(found.position + config.block <= config.capacity);
    if (config.striped) RC_ASSERT(files.disk_of(file, block) == expected);
    RC_ASSERT(found.position == next[expected] * 10);
    next[expected] = next[expected] + 1 == blocks ? 0 : next[expected] + 1;
    if (block < from) continue;
    // The one who began there.
    const DutyCycle::Place same = place_of(files, 1, block - from);
    RC_ASSERT(same.disk == found.disk);
    RC_ASSERT(same.position == found.position);
  }
}

// Of 100 files on 1000 blocks about 95 have a place of their own.
TEST(StreamFilesPlaces, areDrawn) {
  StreamFiles::Config config;
  config.streams = 1;
  config.block = 10;
  config.capacity = 10'000;
  const auto places = [&](std::uint64_t seed) {
    config.seed = seed;
    StreamFiles files(config);
    std::vector<std::uint64_t> found;
    for (std::uint64_t file = 0; file < 100; ++file) {
      files.set(0, file, 0, 0);
      found.push_back(place_of(files, 0, 0).position);
    }
    return found;
  };
  const std::vector<std::uint64_t> found = places(1);
  EXPECT_GT(std::set<std::uint64_t>(found.begin(), found.end()).size(), 80u);
  EXPECT_EQ(places(1), found);
  EXPECT_NE(places(2), found);
}

}  // namespace
}  // namespace isochron
