// SPDX-License-Identifier: Apache-2.0
// Where blocks of striped files are, by stepping through them and by looking at all places.
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/core/error.h>
#include <isochron/software/voyager/striped_file.h>

namespace isochron {
namespace {

StripedFile::Config drawn_stripes() {
  StripedFile::Config config;
  config.nodes = *rc::gen::inRange<std::uint64_t>(1, 6);
  config.disks = *rc::gen::inRange<std::uint64_t>(1, 5);
  config.disks_of_node = config.disks + *rc::gen::inRange<std::uint64_t>(0, 4);
  config.files = *rc::gen::inRange<std::uint64_t>(1, 12);
  config.block = *rc::gen::inRange<std::uint64_t>(1, 20);
  config.capacity = config.files * config.block * *rc::gen::inRange<std::uint64_t>(1, 8) +
                    *rc::gen::inRange<std::uint64_t>(0, config.files * config.block);
  return config;
}

// Node by node, and by disk each time that all nodes have had one: the next block stands beside the last one of its
// file on that disk, or at the beginning of the file's share.
RC_GTEST_PROP(StripedFile, blocksGoFromNodeToNode, ()) {
  const StripedFile::Config config = drawn_stripes();
  const StripedFile files(config);
  const std::uint64_t share = config.capacity / config.files / config.block * config.block;
  const auto file = *rc::gen::inRange<std::uint64_t>(0, config.files);
  std::uint64_t node = file % config.nodes;
  std::uint64_t disk = file / config.nodes % config.disks;
  std::map<std::uint32_t, std::uint64_t> last;
  for (std::uint64_t block = 0; block < 3 * files.period(); ++block) {
    const StripedFile::Place place = files.place(file, block);
    RC_ASSERT(place.node == node);
    RC_ASSERT(place.disk == node * config.disks_of_node + disk);
    RC_ASSERT(place.position >= file * share);
    RC_ASSERT(place.position + config.block <= (file + 1) * share);
    const auto before = last.find(place.disk);
    if (before != last.end()) {
      const std::uint64_t next = before->second + config.block;
      RC_ASSERT(place.position == (next == (file + 1) * share ? file * share : next));
    }
    last[place.disk] = place.position;
    if (++node < config.nodes) continue;
    node = 0;
    disk = disk + 1 < config.disks ? disk + 1 : 0;
  }
}

// Of as many consecutive blocks as there are disks, each disk has one, wherever one begins.
RC_GTEST_PROP(StripedFile, disksAreBalanced, ()) {
  const StripedFile::Config config = drawn_stripes();
  const StripedFile files(config);
  const auto file = *rc::gen::inRange<std::uint64_t>(0, config.files);
  const auto from = *rc::gen::inRange<std::uint64_t>(0, 1'000'000'000'000);
  std::set<std::uint32_t> disks;
  for (std::uint64_t block = from; block < from + config.nodes * config.disks; ++block)
    RC_ASSERT(disks.insert(files.place(file, block).disk).second);
}

// Within a period no two blocks of all files share a byte; after it each is in its place again.
RC_GTEST_PROP(StripedFile, noTwoBlocksOverlap, ()) {
  const StripedFile::Config config = drawn_stripes();
  const StripedFile files(config);
  std::set<std::pair<std::uint32_t, std::uint64_t>> bytes;
  for (std::uint64_t file = 0; file < config.files; ++file)
    for (std::uint64_t block = 0; block < files.period(); ++block) {
      const StripedFile::Place place = files.place(file, block);
      for (std::uint64_t byte = 0; byte < config.block; ++byte)
        RC_ASSERT(bytes.insert({place.disk, place.position + byte}).second);
      RC_ASSERT(place.position + config.block <= config.capacity);
      const StripedFile::Place again = files.place(file, block + files.period());
      RC_ASSERT(again.disk == place.disk && again.position == place.position);
    }
}

// Voyager's: three nodes of nine disks, one of each in use.
TEST(StripedFilePlaces, areThoseOfThreeNodes) {
  StripedFile::Config config;
  config.files = 2;
  config.capacity = 10 * config.block;
  const StripedFile files(config);
  const std::vector<std::pair<std::uint32_t, std::uint64_t>> first = {{0, 0}, {9, 0}, {18, 0}, {0, 1}, {9, 1}};
  for (std::uint64_t block = 0; block < first.size(); ++block) {
    EXPECT_EQ(files.place(0, block).disk, first[block].first);
    EXPECT_EQ(files.place(0, block).position, first[block].second * config.block);
  }
  // The second file begins a node later, in the other half of each disk.
  EXPECT_EQ(files.place(1, 0).disk, 9u);
  EXPECT_EQ(files.place(1, 0).position, 5 * config.block);
}

TEST(StripedFilePlaces, whatDoesNotFitIsAnError) {
  StripedFile::Config config;
  config.files = 4;
  config.capacity = 4 * config.block;
  const StripedFile files(config);
  EXPECT_THROW(files.place(4, 0), ModelError);
  --config.capacity;
  EXPECT_THROW(StripedFile{config}, ModelError);
  config = {};
  config.disks = config.disks_of_node + 1;
  EXPECT_THROW(StripedFile{config}, ModelError);
  for (std::uint64_t StripedFile::Config::*field : {&StripedFile::Config::nodes, &StripedFile::Config::disks,
                                                    &StripedFile::Config::files, &StripedFile::Config::block}) {
    config = {};
    config.*field = 0;
    EXPECT_THROW(StripedFile{config}, ModelError);
  }
}

}  // namespace
}  // namespace isochron
