// SPDX-License-Identifier: Apache-2.0
// Disk and processing unit, each alone on a bus.
#include <optional>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isochron/core/simulation.h>
#include <isochron/host/processing_unit.h>
#include <isochron/storage/disk.h>

#include "support/transfer_bench.h"

namespace isochron::testbench {
namespace {

using testing::ElementsAre;
using testing::Pair;

constexpr Time end = 100 * microsecond;

/// When strands are done, by sequence number, in ns; and how long their results are.
class Results final : public Inlet {
 public:
  void accept(Payload& payload, Time now) override {
    done[tag_of(payload).sequence] = now / nanosecond;
    lengths.push_back(payload.get_data_length());
  }
  std::map<std::uint64_t, Time> done;
  std::vector<unsigned> lengths;
};

/// A unit that computes 10 ns a byte, reads 1 ns a byte and writes 2 ns a byte.
class ProcessingUnitTiming : public testing::Test {
 protected:
  void run(const ProcessingUnit::Config& config) {
    unit.emplace("unit", domain, config, 0);
    unit->processed.connect(results);
    bus.emplace("bus", domain, nanoseconds_a_byte(1, 1, 2), 0, 1, 1);
    bus->map(0, 99, 0);
    bus->window(0).bind(target.socket);
    unit->socket.bind(bus->device(0));
    simulate_to(region, end);
    EXPECT_EQ(pool.outstanding(), 0u);
  }
  void submit(Time ns, std::uint64_t sequence, unsigned bytes) {
    script.at(ns * nanosecond, [=] {
      Message& message = pool.allocate(0, bytes);
      message.tag().sequence = sequence;
      unit->accept(message, region.now());
      message.release();
    });
  }

  Region region{"region"};
  MessagePool pool{4096};
  Domain domain{region, pool, Phases::shortcut};
  Script script{"script", region};
  Results results;
  std::optional<ProcessingUnit> unit;
  std::optional<FifoBus> bus;
  TestTarget target{"target", domain};
};

constexpr std::uint64_t ten_ns_a_byte = 800'000'000;

// Read 0-100, compute 100-1100, write 25 B 1100-1150; the second the same from 1150.
TEST_F(ProcessingUnitTiming, heldDuringTransfers) {
  submit(0, 0, 100);
  submit(0, 1, 100);
  run({ten_ns_a_byte, 4, true});
  EXPECT_THAT(results.done, ElementsAre(Pair(0, 1150), Pair(1, 2300)));
  EXPECT_THAT(results.lengths, ElementsAre(25u, 25u));
  EXPECT_EQ(unit->busy().total(end), 2300 * nanosecond);
  EXPECT_EQ(unit->queue_depth().integral(end), 1150 * 1000);
  EXPECT_EQ(bus->busy().total(end), 300 * nanosecond);
}

// The second is read 100-200 and computed 1100-2100 while the first is written.
TEST_F(ProcessingUnitTiming, freeDuringTransfers) {
  submit(0, 0, 100);
  submit(0, 1, 100);
  run({ten_ns_a_byte, 4, false});
  EXPECT_THAT(results.done, ElementsAre(Pair(0, 1150), Pair(1, 2150)));
  EXPECT_EQ(unit->busy().total(end), 2000 * nanosecond);
  EXPECT_EQ(unit->queue_depth().integral(end), 900 * 1000);  // from 200 to 1100
}

// Nothing is written back: read 0-100, compute 100-1100.
TEST_F(ProcessingUnitTiming, withoutAResult) {
  submit(0, 0, 100);
  run({ten_ns_a_byte, 0, true});
  EXPECT_THAT(results.done, ElementsAre(Pair(0, 1100)));
  EXPECT_EQ(bus->transfers(), 1u);
}

// As a network interface: only reads, in no time of its own.
TEST_F(ProcessingUnitTiming, onlyReads) {
  submit(0, 0, 100);
  submit(0, 1, 50);
  run({0, 0, true});
  EXPECT_THAT(results.done, ElementsAre(Pair(0, 100), Pair(1, 150)));
}

// Of one instant the lowest number; number 9 came earlier than 1.
TEST_F(ProcessingUnitTiming, ordersByArrivalThenSequence) {
  submit(0, 5, 100);
  submit(0, 2, 100);
  submit(10, 9, 100);
  submit(20, 1, 100);
  run({ten_ns_a_byte, 4, true});
  EXPECT_THAT(results.done, ElementsAre(Pair(1, 4600), Pair(2, 1150), Pair(5, 2300), Pair(9, 3450)));
}

/// A disk of 10 ns latency and 1 ns a byte on a bus of 2 ns a byte.
std::map<std::uint64_t, Time> two_reads(Disk::Freed freed, Time busy) {
  Region region("region");
  MessagePool pool(4096);
  const Domain domain{region, pool, Phases::shortcut};
  Disk::Config config;
  config.latency = {SeekLatency::Law::deterministic, 10 * nanosecond};
  config.rate = 8'000'000'000;
  config.freed = freed;
  Disk disk("disk", domain, config, 1);
  FifoBus bus("scsi", domain, nanoseconds_a_byte(1, 2, 2), 0, 1, 1);
  TestTarget target("target", domain);
  bus.map(0, 999, 0);
  disk.socket.bind(bus.device(0));
  bus.window(0).bind(target.socket);
  Script script("script", region);
  script.at(0, [&] {
    for (const std::uint64_t sequence : {1, 0}) {
      Tag tag;
      tag.sequence = sequence;
      disk.read(tag, 0, 100, region.now());
    }
  });
  simulate_to(region, end);
  EXPECT_EQ(pool.outstanding(), 0u);
  EXPECT_EQ(disk.busy().total(end), busy);
  return target.completed;
}

// Disk 0-110 and 110-220; bus 110-310 and 310-510. The lower number first, though it was asked for second.
TEST(DiskTiming, freedAfterTheMedium) {
  EXPECT_THAT(two_reads(Disk::Freed::after_medium, 220 * nanosecond),
              ElementsAre(Pair(0, 310 * nanosecond), Pair(1, 510 * nanosecond)));
}

// Disk 0-110, bus 110-310; disk 310-420, bus 420-620.
TEST(DiskTiming, freedAfterTheBus) {
  EXPECT_THAT(two_reads(Disk::Freed::after_scsi, 620 * nanosecond),
              ElementsAre(Pair(0, 310 * nanosecond), Pair(1, 620 * nanosecond)));
}

}  // namespace
}  // namespace isochron::testbench
