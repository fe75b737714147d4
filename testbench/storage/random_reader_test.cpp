// SPDX-License-Identifier: Apache-2.0
// Disks that are read at random, through adapters.
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isochron/core/error.h>
#include <isochron/core/random_stream.h>
#include <isochron/core/simulation.h>
#include <isochron/host/host_adapter.h>
#include <isochron/observe/statistic_sink.h>
#include <isochron/storage/random_reader.h>

#include "support/transfer_bench.h"

namespace isochron::testbench {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;
using testing::Pair;

/// 100 ns, then 10 B a ns.
Disk::Config quick_disk() {
  Disk::Config config;
  config.latency = {SeekLatency::Law::deterministic, 100 * nanosecond};
  config.rate = 80'000'000'000;
  config.chunk = 1000;
  config.chunks = Disk::Chunks::one_by_one;
  config.freed = Disk::Freed::after_scsi;
  config.mechanics.capacity = 1'000'000;
  return config;
}

/// 1000 B in 50 ns.
HostAdapter::Config quick_adapter() {
  HostAdapter::Config config;
  config.chunk = 1000;
  config.hold = 50 * nanosecond;
  config.shared_rate = 500'000;
  config.while_sending = 0;
  return config;
}

class RandomReaderTiming : public testing::Test {
 protected:
  void add_adapter(const HostAdapter::Config& config, std::vector<Disk::Config> disk_configs) {
    const auto count = static_cast<unsigned>(disk_configs.size());
    adapters.push_back(std::make_unique<HostAdapter>(("adapter" + std::to_string(adapters.size())).c_str(), domain,
                                                     config, count, host));
    for (unsigned i = 0; i < count; ++i) {
      disks.push_back(
          std::make_unique<Disk>(("disk" + std::to_string(disks.size())).c_str(), domain, disk_configs[i], 3));
      disks.back()->socket.bind(adapters.back()->device(i));
    }
  }
  void make_reader(const RandomReader::Config& config) {
    std::vector<Disk*> all;
    for (const auto& disk : disks) all.push_back(disk.get());
    const auto count = static_cast<unsigned>(adapters.size());
    reader = std::make_unique<RandomReader>("reader", domain, config, count, all, 3);
    for (unsigned i = 0; i < count; ++i) adapters[i]->across.bind(reader->chunks(i));
  }

  Region region{"region"};
  MessagePool pool{1 << 16};
  Domain domain{region, pool, Phases::shortcut};
  Host host{"host", domain, Host::Config{}};
  std::vector<std::unique_ptr<HostAdapter>> adapters;
  std::vector<std::unique_ptr<Disk>> disks;
  std::unique_ptr<RandomReader> reader;
};

// A block of three chunks: 100 + 3 x (100 + 50) = 550 ns, one after another.
TEST_F(RandomReaderTiming, aDiskReadsOneBlockAfterAnother) {
  add_adapter(quick_adapter(), {quick_disk()});
  make_reader({3000, 1});
  simulate_to(region, 5499 * nanosecond);
  EXPECT_EQ(reader->blocks(0), 9u);
  EXPECT_EQ(reader->bytes(0), 9u * 3000 + 2000);
  EXPECT_EQ(disks[0]->busy().total(5499 * nanosecond), 5499 * nanosecond);
  simulate_to(region, 5500 * nanosecond);
  EXPECT_EQ(reader->blocks(0), 10u);
  EXPECT_EQ(reader->bytes(0), 30'000u);
}

// The bus is a command's: with overlapping chunks the block takes 100 + 300 + 50.
TEST_F(RandomReaderTiming, chunksThatOverlapAreFaster) {
  Disk::Config config = quick_disk();
  config.chunks = Disk::Chunks::overlapped;
  add_adapter(quick_adapter(), {config});
  make_reader({3000, 1});
  simulate_to(region, 4500 * nanosecond);
  EXPECT_EQ(reader->blocks(0), 10u);
}

// With two requests the disk seeks while a chunk crosses; a block every 100 + 300, and the last chunk's 50 once.
TEST_F(RandomReaderTiming, twoRequestsKeepADiskBusy) {
  Disk::Config config = quick_disk();
  config.chunks = Disk::Chunks::overlapped;
  config.freed = Disk::Freed::after_medium;
  add_adapter(quick_adapter(), {config});
  make_reader({3000, 2});
  simulate_to(region, 4050 * nanosecond);
  EXPECT_EQ(reader->blocks(0), 10u);
  EXPECT_EQ(static_cast<Time>(disks[0]->queue_depth().integral(4050 * nanosecond)),
            4050 * nanosecond - 500 * nanosecond);
}

// An adapter whose chunk takes 500 is full with three disks: 1000 B in 500 ns, of which each has a third.
TEST_F(RandomReaderTiming, aFullAdapterIsShared) {
  HostAdapter::Config slow = quick_adapter();
  slow.hold = 500 * nanosecond;
  add_adapter(slow, {quick_disk(), quick_disk(), quick_disk()});
  make_reader({3000, 1});
  const Time end = 300 * microsecond;
  simulate_to(region, end);
  // It waits for 200 ns once, at the beginning.
  EXPECT_EQ(adapters[0]->busy().total(end), end - 200 * nanosecond);
  EXPECT_EQ(reader->bytes(0) + reader->bytes(1) + reader->bytes(2), 599'000u);
  for (unsigned d = 0; d < 3; ++d) EXPECT_NEAR(static_cast<double>(reader->bytes(d)), 599'000.0 / 3, 1001) << d;
}

// Chunks of 600 of two disks on two adapters that are half as fast beside each other. Both begin at 200: each chunk
// takes 1200, and it is 200 until the next, where neither is on its adapter.
TEST_F(RandomReaderTiming, twoAdaptersShareTheHost) {
  HostAdapter::Config slow = quick_adapter();
  slow.hold = 600 * nanosecond;
  add_adapter(slow, {quick_disk()});
  add_adapter(slow, {quick_disk()});
  make_reader({1000, 1});
  const Time end = 14'000 * nanosecond;
  simulate_to(region, end);
  EXPECT_EQ(reader->blocks(0), 10u);
  EXPECT_EQ(reader->blocks(1), 10u);
  EXPECT_EQ(host.stopped().total(end), 12'000 * nanosecond);
}

// A disk of 40 B and blocks of 3 B has 13 places. Each is read, about equally often; the arm goes where the stream
// says.
TEST_F(RandomReaderTiming, blocksAreAtRandom) {
  Disk::Config config = quick_disk();
  config.latency.law = SeekLatency::Law::mechanical;
  config.mechanics = {0, 0, 0, 40'000'000, 0, 40, 1, 0, 0};  // a microsecond a byte of way
  HostAdapter::Config at_once = quick_adapter();
  at_once.hold = 0;
  add_adapter(at_once, {config});
  make_reader({3, 1});
  SplitMix64 positions = random_stream(3, "reader", "position 0");
  Time now = 0;
  std::uint64_t arm = 0;
  std::vector<unsigned> times(13);
  for (unsigned block = 0; block < 1300; ++block) {
    const auto place = static_cast<std::uint64_t>(static_cast<double>(positions()) / 0x1p64 * 13);
    ++times[place];
    const std::uint64_t position = 3 * place;
    now += (arm < position ? position - arm : arm - position) * microsecond + 300;  // and 3 B of the medium
    arm = position + 3;
    simulate_to(region, now - 1);
    ASSERT_EQ(reader->blocks(0), block);
    simulate_to(region, now);
    ASSERT_EQ(reader->blocks(0), block + 1);
  }
  for (const unsigned count : times) EXPECT_NEAR(count, 100, 40);  // standard deviation 9.6
}

// Streams of their own: disks do not go in step.
TEST_F(RandomReaderTiming, eachDiskHasItsOwnPositions) {
  Disk::Config config = quick_disk();
  config.latency.law = SeekLatency::Law::mechanical;
  config.mechanics.linear = 10 * microsecond;
  config.mechanics.overhead = config.mechanics.settle = config.mechanics.root = config.mechanics.rotation = 0;
  HostAdapter::Config at_once = quick_adapter();
  at_once.hold = 0;
  add_adapter(at_once, {config, config});
  make_reader({1000, 1});
  bool apart = false;
  for (Time now = 0; now < 500 * microsecond; now += microsecond) {
    simulate_to(region, now);
    apart = apart || reader->blocks(0) != reader->blocks(1);
  }
  EXPECT_TRUE(apart);
  // 10/3 + 0.1 us a block; a standard deviation is 8 blocks.
  EXPECT_NEAR(static_cast<double>(reader->blocks(0)), 146, 33);
  EXPECT_NEAR(static_cast<double>(reader->blocks(1)), 146, 33);
}

TEST_F(RandomReaderTiming, aDiskThatHasFailedIsNotAsked) {
  Disk::Config failed = quick_disk();
  failed.failed = true;
  add_adapter(quick_adapter(), {failed, quick_disk()});
  make_reader({3000, 1});
  simulate_to(region, 5500 * nanosecond);
  EXPECT_EQ(reader->blocks(0), 0u);
  EXPECT_EQ(reader->blocks(1), 10u);
  std::vector<Wait> waits;
  reader->report_waits(waits);
  ASSERT_EQ(waits.size(), 1u);
  EXPECT_EQ(waits[0].whom, "disk1");
}

// Both adapters at half their rate: a block takes 100 + 3 x (100 + 100) = 700. After 1000 and up to 2000 chunks end at
// 1200, 1400 (a block's last), 1700 and 1900, of each disk.
TEST_F(RandomReaderTiming, aWindowCountsWhatLiesInIt) {
  add_adapter(quick_adapter(), {quick_disk()});
  add_adapter(quick_adapter(), {quick_disk()});
  make_reader({3000, 1});
  const Time from = 1000 * nanosecond;
  const Time to = 2000 * nanosecond;
  simulate_to(region, from);
  reader->start_window(from);
  disks[0]->start_window(from);
  simulate_to(region, to);
  ReplicationRecord record;
  StatisticSink sink(record, from, to);
  disks[0]->report(sink);
  reader->report(sink);
  EXPECT_THAT(record.components.at("reader"), ElementsAre(Pair("blocks", 2), Pair("throughput", DoubleEq(8e9))));
  EXPECT_THAT(record.components.at("disk0"),
              ElementsAre(Pair("queue_depth", 0), Pair("throughput", DoubleEq(4e9)), Pair("utilisation", 1)));
  EXPECT_EQ(record.component_units.at("throughput"), "B/s");
}

// A chunk that it has not asked for.
TEST_F(RandomReaderTiming, aStrangersChunkIsAnError) {
  add_adapter(quick_adapter(), {quick_disk(), quick_disk()});
  make_reader({3000, 1});
  Tag tag;
  tag.sequence = 77;
  Script script("script", region);
  script.at(nanosecond, [&] { disks[0]->read(tag, 0, 0, 10, region.now()); });
  EXPECT_THROW(simulate_to(region, 10 * microsecond), ModelError);
}

}  // namespace
}  // namespace isochron::testbench
