// SPDX-License-Identifier: Apache-2.0
// Disks with mechanics and chunks: alone, and on a SCSI string.
#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isochron/bus/scsi_string_timing.h>
#include <isochron/core/error.h>
#include <isochron/core/simulation.h>
#include <isochron/storage/disk.h>

#include "support/transfer_bench.h"

namespace isochron::testbench {
namespace {

using testing::ElementsAre;

/// A message as it came.
struct Chunk {
  std::uint64_t sequence = 0;
  std::uint64_t address = 0;
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;  ///< of its request
  unsigned length = 0;
  Time ready = 0;
  Time granted = 0;  ///< seen by the target
  Time across = 0;
  std::vector<unsigned char> data;
};

/// Takes what it is sent at once, and keeps it.
class ChunkTarget final : public sc_core::sc_module {
 public:
  ChunkTarget(const sc_core::sc_module_name& name, const Domain& domain)
      : sc_module(name), socket("socket", domain, *this) {}
  AtTargetOf<ChunkTarget> socket;
  std::vector<Chunk> chunks;  ///< in the order of their ends
  std::function<void(const Chunk&)> then = [](const Chunk&) {};

 private:
  friend class AtTargetOf<ChunkTarget>;
  void on_request(AtTargetBase&, Payload& payload, Time now) {
    granted_ = now;
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    socket.ready(payload);
  }
  void on_complete(AtTargetBase&, Payload& payload, Time now) {
    const Tag& tag = tag_of(payload);
    const unsigned char* const data = payload.get_data_ptr();
    chunks.push_back({tag.sequence,
                      payload.get_address(),
                      tag.offset,
                      tag.bytes,
                      payload.get_data_length(),
                      tag.ready,
                      granted_,
                      now,
                      {data, data + payload.get_data_length()}});
    then(chunks.back());
  }
  unsigned on_debug(AtTargetBase&, Payload&) { return 0; }

  Time granted_ = 0;
};

Tag numbered(std::uint64_t sequence) {
  Tag tag;
  tag.sequence = sequence;
  return tag;
}

/// What disks need around them.
class DiskBench : public testing::Test {
 protected:
  Region region{"region"};
  MessagePool pool{1 << 16};
  Domain domain{region, pool, Phases::shortcut};
  Script script{"script", region};

  void run(Time until) {
    simulate_to(region, until);
    EXPECT_EQ(pool.outstanding(), 0u);
  }
};

using DiskChunks = DiskBench;
using DiskOnAString = DiskBench;
using MechanicalDisk = DiskBench;

/// 10 ns, then 3 B a ns, in chunks of 4 B.
Disk::Config small_chunks(Disk::Freed freed) {
  Disk::Config config;
  config.latency = {SeekLatency::Law::deterministic, 10 * nanosecond};
  config.rate = 24'000'000'000;
  config.freed = freed;
  config.chunk = 4;
  return config;
}

// The medium's ends: 4/3 = 1.333 ns, 8/3 = 2.667, 11/3 = 3.667 after the latency. (Rounded chunk by chunk it would be
// 1.333, 2.666, 3.666.) The second begins there: 13.667 + 10 + 1.333.
TEST_F(DiskChunks, leaveAsSoonAsTheyAreOffTheMedium) {
  Disk disk("disk", domain, small_chunks(Disk::Freed::after_medium), 1);
  Disk::Config whole = small_chunks(Disk::Freed::after_medium);
  whole.chunk = 0;
  Disk same("same", domain, whole, 1);
  ChunkTarget target("target", domain);
  ChunkTarget other("other", domain);
  disk.socket.bind(target.socket);
  same.socket.bind(other.socket);
  script.at(0, [&] {
    for (Disk* const each : {&disk, &same}) {
      Tag first = numbered(5);
      first.offset = 77;
      each->read(first, 500, 11, region.now());
      each->read(numbered(6), 900, 4, region.now());
    }
  });
  run(microsecond);
  ASSERT_EQ(target.chunks.size(), 4u);
  const std::uint64_t expected[4][6] = {
      {5, 500, 0, 11, 4, 11'333}, {5, 504, 4, 11, 4, 12'667}, {5, 508, 8, 11, 3, 13'667}, {6, 900, 0, 4, 4, 25'000}};
  for (std::size_t i = 0; i < 4; ++i) {
    const Chunk& chunk = target.chunks[i];
    EXPECT_THAT(expected[i],
                ElementsAre(chunk.sequence, chunk.address, chunk.offset, chunk.bytes, chunk.length, chunk.across));
    EXPECT_EQ(chunk.ready, chunk.across);
  }
  EXPECT_EQ(disk.busy().total(microsecond), 25'000);
  // All in one: at the same picosecond, and with the tag as it was given.
  ASSERT_EQ(other.chunks.size(), 2u);
  EXPECT_EQ(other.chunks[0].across, 13'667u);
  EXPECT_EQ(other.chunks[0].length, 11u);
  EXPECT_EQ(other.chunks[0].offset, 77u);
  EXPECT_EQ(other.chunks[0].bytes, 0u);
  EXPECT_EQ(other.chunks[1].across, 25'000u);
}

/// The numbers of requests of `bytes` of two classes, 20 of each, in the order in which a disk serves them.
std::vector<std::uint64_t> by_class(const Domain& domain, Script& script, ClassOrder order, std::uint64_t bytes) {
  Disk::Config config;
  config.latency = {SeekLatency::Law::deterministic, 10 * nanosecond};
  config.classes = {2, order, {3, 1}};
  Disk disk("disk", domain, config, 1);
  ChunkTarget target("target", domain);
  disk.socket.bind(target.socket);
  script.at(0, [&] {
    for (std::uint64_t i = 0; i < 40; ++i) {
      Tag tag = numbered(i);
      // The lower half is of class 1, or of a higher one, which is served as the last.
      tag.traffic_class = i >= 20 ? 0 : i % 2 == 0 ? 1 : 5;
      disk.read(tag, 0, tag.traffic_class == 0 ? bytes : 4, domain.region.now());
    }
  });
  simulate_to(domain.region, second);
  std::vector<std::uint64_t> served;
  for (const Chunk& chunk : target.chunks) served.push_back(chunk.sequence);
  return served;
}

// Catches a disk that serves by arrival, and one that forgets the order within a class.
TEST_F(DiskBench, servesTheLowestClassFirst) {
  const std::vector<std::uint64_t> served = by_class(domain, script, ClassOrder::strict, 4);
  ASSERT_EQ(served.size(), 40u);
  for (std::uint64_t i = 0; i < 40; ++i) EXPECT_EQ(served[i], (i + 20) % 40);
}

/// Requests of class 0 among the first 20.
std::size_t of_class_0(const std::vector<std::uint64_t>& served) {
  return static_cast<std::size_t>(
      std::count_if(served.begin(), served.begin() + 20, [](std::uint64_t number) { return number >= 20; }));
}

// Three bytes of class 0 for one of class 1 while both have some.
TEST_F(DiskBench, servesClassesByTheirWeights) {
  const std::vector<std::uint64_t> served = by_class(domain, script, ClassOrder::weighted, 4);
  ASSERT_EQ(served.size(), 40u);
  EXPECT_NEAR(static_cast<double>(of_class_0(served)), 15, 1);
}

// Requests that are twice as long count twice: three of them for two.
TEST_F(DiskBench, weighsClassesInBytes) {
  const std::vector<std::uint64_t> served = by_class(domain, script, ClassOrder::weighted, 8);
  ASSERT_EQ(served.size(), 40u);
  EXPECT_NEAR(static_cast<double>(of_class_0(served)), 12, 1);
}

/// When the chunks of two requests, of 11 B and 4 B, are across a bus of 2 ns a byte.
std::vector<Time> over_a_slow_bus(const Domain& domain, Script& script, const Disk::Config& config, Time busy) {
  Disk disk("disk", domain, config, 1);
  FifoBus bus("scsi", domain, nanoseconds_a_byte(1, 2, 2), 0, 1, 1);
  ChunkTarget target("target", domain);
  bus.map(0, 999, 0);
  disk.socket.bind(bus.device(0));
  bus.window(0).bind(target.socket);
  script.at(0, [&] {
    disk.read(numbered(0), 0, 11, domain.region.now());
    disk.read(numbered(1), 0, 4, domain.region.now());
  });
  simulate_to(domain.region, microsecond);
  EXPECT_EQ(disk.busy().total(microsecond), busy);
  std::vector<Time> times;
  for (const Chunk& chunk : target.chunks) times.push_back(chunk.across);
  return times;
}

// The bus from 11.333 on: 8, 8 and 6 ns. The medium does not wait for it: 13.667, 25.
TEST_F(DiskChunks, waitInABufferForTheBus) {
  EXPECT_THAT(over_a_slow_bus(domain, script, small_chunks(Disk::Freed::after_medium), 25'000),
              ElementsAre(19'333, 27'333, 33'333, 41'333));
}

// The next begins when the last chunk is across: 33.333 + 10 + 1.333 + 8.
TEST_F(DiskChunks, afterScsiIsAfterTheLastOfThem) {
  EXPECT_THAT(over_a_slow_bus(domain, script, small_chunks(Disk::Freed::after_scsi), 52'666),
              ElementsAre(19'333, 27'333, 33'333, 52'666));
}

// A bus that takes no time: chunks are across before the next is off the medium, and the disk is not free before that.
TEST_F(DiskChunks, afterScsiIsNotBeforeTheMediumsEnd) {
  Disk disk("disk", domain, small_chunks(Disk::Freed::after_scsi), 1);
  ChunkTarget target("target", domain);
  disk.socket.bind(target.socket);
  script.at(0, [&] {
    disk.read(numbered(0), 0, 11, region.now());
    disk.read(numbered(1), 0, 4, region.now());
  });
  run(microsecond);
  ASSERT_EQ(target.chunks.size(), 4u);
  EXPECT_EQ(target.chunks[2].across, 13'667u);
  EXPECT_EQ(target.chunks[3].across, 25'000u);
}

/// ... with chunks one by one.
Disk::Config one_by_one(Disk::Freed freed) {
  Disk::Config config = small_chunks(freed);
  config.chunks = Disk::Chunks::one_by_one;
  return config;
}

// Where the bus takes no time it is as if they overlapped, to the picosecond.
TEST_F(DiskChunks, oneByOneCostsNothingWhereTheBusTakesNoTime) {
  Disk disk("disk", domain, one_by_one(Disk::Freed::after_medium), 1);
  ChunkTarget target("target", domain);
  disk.socket.bind(target.socket);
  script.at(0, [&] {
    disk.read(numbered(5), 500, 11, region.now());
    disk.read(numbered(6), 900, 4, region.now());
  });
  run(microsecond);
  std::vector<Time> times;
  for (const Chunk& chunk : target.chunks) times.push_back(chunk.across);
  EXPECT_THAT(times, ElementsAre(11'333, 12'667, 13'667, 25'000));
  EXPECT_EQ(disk.busy().total(microsecond), 25'000);
}

// The bus takes 8, 8 and 6 ns. Off the medium at 11.333, across at 19.333; off at 20.667 (8/3 ns and 8 of waiting),
// across at 28.667; off at 29.667 (11/3 ns and 16), when the disk is free, and across at 35.667. The next request is
// off the medium at 29.667 + 10 + 1.333 = 41.
TEST_F(DiskChunks, oneByOneTheMediumWaitsForTheBus) {
  EXPECT_THAT(over_a_slow_bus(domain, script, one_by_one(Disk::Freed::after_medium), 41'000),
              ElementsAre(19'333, 28'667, 35'667, 49'000));
}

// The next request begins when the last chunk is across: 35.667 + 10 + 1.333 + 8.
TEST_F(DiskChunks, oneByOneAndFreeAfterScsi) {
  EXPECT_THAT(over_a_slow_bus(domain, script, one_by_one(Disk::Freed::after_scsi), 55'000),
              ElementsAre(19'333, 28'667, 35'667, 55'000));
}

/// A byte for each position.
class MixedMedium final : public Medium {
 public:
  static unsigned char at(std::uint64_t position) { return static_cast<unsigned char>(mix(position)); }
  void read(std::uint64_t position, std::uint64_t bytes, unsigned char* to) const override {
    for (std::uint64_t i = 0; i < bytes; ++i) to[i] = at(position + i);
  }
};

TEST_F(DiskOnAString, theBytesThatArriveAreTheMediums) {
  const MixedMedium medium;
  const ScsiStringConfig string;
  FifoBus bus(ScsiStringConfig::type, domain, std::make_unique<ScsiStringTiming>(string), 0, 2, 1);
  ChunkTarget target("target", domain);
  bus.map(0, (1 << 20) - 1, 0);
  bus.window(0).bind(target.socket);
  Disk::Config config;
  config.chunk = 700;
  Disk chunks("chunks", domain, config, 1);
  config.chunk = 0;
  Disk whole("whole", domain, config, 1);
  chunks.socket.bind(bus.device(0));
  whole.socket.bind(bus.device(1));
  chunks.set_medium(&medium);
  whole.set_medium(&medium);
  script.at(0, [&] {
    chunks.read(numbered(0), 0, 123'456, 2000, region.now());
    whole.read(numbered(1), 10'000, 987'654, 1000, region.now());
  });
  run(second);
  std::vector<unsigned char> memory(20'000);
  for (const Chunk& chunk : target.chunks) std::copy(chunk.data.begin(), chunk.data.end(), &memory[chunk.address]);
  EXPECT_EQ(target.chunks.size(), 4u);
  for (std::uint64_t i = 0; i < 2000; ++i) ASSERT_EQ(memory[i], MixedMedium::at(123'456 + i)) << i;
  for (std::uint64_t i = 0; i < 1000; ++i) ASSERT_EQ(memory[10'000 + i], MixedMedium::at(987'654 + i)) << i;
}

/// PS2's disk.
Disk::Config ps2_disk(std::uint64_t chunk) {
  Disk::Config config;
  config.latency.law = SeekLatency::Law::mechanical;
  config.rate = 27'682'406;  // 3.3 MiB/s
  config.chunk = chunk;
  return config;
}

constexpr unsigned block_bytes = 32768;

/// Blocks at random over the whole disk, one after another; each is checked to the picosecond.
class RandomReads {
 public:
  RandomReads(Disk& disk, ChunkTarget& target, Region& region, Time after, std::uint64_t count)
      : disk_(disk),
        region_(region),
        after_(after),
        left_(count),
        rotations_(random_stream(9, disk.name(), "rotation")) {
    target.then = [this](const Chunk& chunk) { arrived(chunk); };
  }
  void next() {
    if (left_-- == 0) return;
    const DiskMechanics mechanics;
    const std::uint64_t position = positions_() % (mechanics.capacity - block_bytes + 1);
    asked_ = region_.now();
    due_ = asked_ + mechanics.seek(arm_, position) + mechanics.draw_rotation(rotations_) +
           Rate::bits_per_second(27'682'406).time_of(block_bytes) + after_;
    arm_ = position + block_bytes;
    disk_.read(numbered(count_++), 0, position, block_bytes, asked_);
  }
  double mean_ms() const { return sum_ / static_cast<double>(ended_); }
  std::uint64_t ended() const { return ended_; }

 private:
  void arrived(const Chunk& chunk) {
    if (chunk.offset + chunk.length < block_bytes) return;
    EXPECT_EQ(chunk.across, due_);
    sum_ += static_cast<double>(chunk.across - asked_) / 1e9;
    ++ended_;
    next();
  }

  Disk& disk_;
  Region& region_;
  Time after_;
  std::uint64_t left_;
  SplitMix64 rotations_;
  SplitMix64 positions_{17};
  std::uint64_t arm_ = 0;
  std::uint64_t count_ = 0;
  std::uint64_t ended_ = 0;
  Time asked_ = 0;
  Time due_ = 0;
  double sum_ = 0;
};

// The paper's 18.5 ms and 32 KiB / 3.3 MiB/s; a few thousand accesses of standard deviation 4.3 ms: 0.07 ms.
TEST_F(MechanicalDisk, aloneHasThePapersMean) {
  Disk disk("disk", domain, ps2_disk(0), 9);
  ChunkTarget target("target", domain);
  disk.socket.bind(target.socket);
  RandomReads reads(disk, target, region, 0, 4000);
  script.at(0, [&] { reads.next(); });
  run(200 * second);
  EXPECT_EQ(reads.ended(), 4000u);
  EXPECT_NEAR(reads.mean_ms(), 27.97, 0.2797);
}

// The last of four chunks is across 300 us and 8 KiB / 10 MiB/s after it is off the medium: the string is free then.
TEST_F(MechanicalDisk, onAStringEndsALastChunkLater) {
  const ScsiStringConfig string;
  Disk disk("disk", domain, ps2_disk(string.chunk), 9);
  FifoBus bus("string", domain, std::make_unique<ScsiStringTiming>(string), 0, 1, 1);
  ChunkTarget target("target", domain);
  bus.map(0, block_bytes - 1, 0);
  disk.socket.bind(bus.device(0));
  bus.window(0).bind(target.socket);
  RandomReads reads(disk, target, region, 1'081'250 * nanosecond, 4000);
  script.at(0, [&] { reads.next(); });
  run(200 * second);
  EXPECT_EQ(reads.ended(), 4000u);
  EXPECT_NEAR(reads.mean_ms(), 29.1, 0.291);
  EXPECT_EQ(bus.transfers(), 16'000u);
}

// Byte 49 of 100 takes 1/3 ns, byte 50 2/3. From 0 to 48 the arm takes 2 ps (overhead), 100 (settling) and
// 1000 x sqrt(0.48) = 692.8.
TEST_F(MechanicalDisk, readsEachZoneAtItsRate) {
  Disk::Config config = ps2_disk(3);
  config.mechanics = {2, 100, 1000, 0, 0, 100, 2, 24'000'000'000, 12'000'000'000};
  Disk disk("disk", domain, config, 1);
  ChunkTarget target("target", domain);
  disk.socket.bind(target.socket);
  script.at(0, [&] { disk.read(numbered(0), 0, 48, 5, region.now()); });
  run(microsecond);
  ASSERT_EQ(target.chunks.size(), 2u);
  EXPECT_EQ(target.chunks[0].across, 795u + 1333u);  // 48, 49, 50: 333.3 + 333.3 + 666.7
  EXPECT_EQ(target.chunks[1].across, 795u + 2667u);  // 51, 52: 1333.3 more
}

/// A disk whose ways are short, for the order of its requests.
Disk::Config sorting_disk(Disk::Order order) {
  Disk::Config config = ps2_disk(0);
  config.order = order;
  config.mechanics.overhead = 1000;
  config.mechanics.settle = 0;
  config.mechanics.root = 5000;
  config.mechanics.rotation = 1000;
  config.mechanics.capacity = 1000;
  config.rate = 8'000'000'000'000;  // a byte a picosecond
  return config;
}

std::vector<std::uint64_t> order_of(const ChunkTarget& target) {
  std::vector<std::uint64_t> sequences;
  for (const Chunk& chunk : target.chunks) sequences.push_back(chunk.sequence);
  return sequences;
}

// Upwards from 0: 200, of two the one that came first, and then the arm is past the other. 500; 800 and 900, which has
// come meanwhile. Then it turns: 450, 200, 100. With fifo as they came.
TEST_F(MechanicalDisk, anElevatorGoesOnAndThenTurnsRound) {
  Disk elevator("elevator", domain, sorting_disk(Disk::Order::elevator), 1);
  Disk fifo("fifo", domain, sorting_disk(Disk::Order::fifo), 1);
  ChunkTarget sorted("sorted", domain);
  ChunkTarget plain("plain", domain);
  elevator.socket.bind(sorted.socket);
  fifo.socket.bind(plain.socket);
  const auto ask = [&](std::uint64_t sequence, std::uint64_t position) {
    for (Disk* const disk : {&elevator, &fifo}) disk->read(numbered(sequence), 0, position, 1, region.now());
  };
  script.at(0, [&] {
    ask(0, 500);
    ask(1, 200);
    ask(2, 800);
    ask(3, 200);
  });
  sorted.then = [&](const Chunk& chunk) {
    if (chunk.sequence != 0) return;
    ask(4, 100);
    ask(5, 900);
    ask(6, 450);
  };
  run(millisecond);
  EXPECT_THAT(order_of(sorted), ElementsAre(1, 0, 2, 5, 6, 3, 4));
  EXPECT_THAT(order_of(plain), ElementsAre(0, 1, 2, 3, 4, 5, 6));
}

/// A request of the brute force.
struct Asked {
  Time time;
  std::uint64_t sequence;
  std::uint64_t position;
  std::uint64_t bytes;
};

/// Ends of an elevator's requests, in its order, by sorting all that wait before each.
std::vector<std::pair<std::uint64_t, Time>> elevator_by_sorting(const Disk::Config& config, const char* name,
                                                                std::vector<Asked> asked) {
  SplitMix64 rotations = random_stream(1, name, "rotation");
  const DiskMechanics& mechanics = config.mechanics;
  std::vector<std::pair<std::uint64_t, Time>> ends;
  Time now = 0;
  std::int64_t arm = 0;
  std::int64_t direction = 1;
  while (!asked.empty()) {
    now = std::max(now, asked.front().time);
    const auto came = std::find_if(asked.begin(), asked.end(), [&](const Asked& each) { return each.time > now; });
    std::vector<Asked> waiting(asked.begin(), came);
    const auto ahead = [&](const Asked& each) { return (static_cast<std::int64_t>(each.position) - arm) * direction; };
    if (std::all_of(waiting.begin(), waiting.end(), [&](const Asked& each) { return ahead(each) < 0; }))
      direction *= -1;
    std::stable_sort(waiting.begin(), waiting.end(), [&](const Asked& a, const Asked& b) {
      if ((ahead(a) < 0) != (ahead(b) < 0)) return ahead(b) < 0;
      return ahead(a) < ahead(b);
    });
    const Asked next = waiting.front();
    now += mechanics.seek(static_cast<std::uint64_t>(arm), next.position) + mechanics.draw_rotation(rotations) +
           next.bytes;
    arm = static_cast<std::int64_t>(next.position + next.bytes);
    ends.emplace_back(next.sequence, now);
    asked.erase(std::find_if(asked.begin(), asked.end(), [&](const Asked& e) { return e.sequence == next.sequence; }));
  }
  return ends;
}

// Forty disks with forty requests each, at few positions, so that some are equal.
TEST_F(MechanicalDisk, anElevatorServesAsSortingDoes) {
  constexpr unsigned disks = 40;
  const Disk::Config config = sorting_disk(Disk::Order::elevator);
  SplitMix64 random(23);
  std::vector<std::unique_ptr<Disk>> made;
  std::vector<std::unique_ptr<ChunkTarget>> targets;
  std::vector<std::vector<Asked>> asked(disks);
  for (unsigned d = 0; d < disks; ++d) {
    made.push_back(std::make_unique<Disk>(("disk" + std::to_string(d)).c_str(), domain, config, 1));
    targets.push_back(std::make_unique<ChunkTarget>(("target" + std::to_string(d)).c_str(), domain));
    made[d]->socket.bind(targets[d]->socket);
    Time time = 0;
    for (std::uint64_t i = 0; i < 40; ++i) {
      time += random() % (1 + 200 * (d + 1));  // from crowded to idle
      if (random() % 3 == 0) time += 20'000;
      const Asked request{time, i, random() % 20 * 50, 1 + random() % 50};
      asked[d].push_back(request);
      script.at(time, [disk = made[d].get(), request] {
        disk->read(numbered(request.sequence), 0, request.position, request.bytes, request.time);
      });
    }
  }
  run(millisecond);
  for (unsigned d = 0; d < disks; ++d) {
    std::vector<std::pair<std::uint64_t, Time>> ends;
    for (const Chunk& chunk : targets[d]->chunks) ends.emplace_back(chunk.sequence, chunk.across);
    EXPECT_EQ(ends, elevator_by_sorting(config, made[d]->name(), asked[d])) << d;
  }
}

TEST_F(MechanicalDisk, isNotReadPastItsEndNorWhenItHasFailed) {
  Disk disk("disk", domain, ps2_disk(0), 1);
  Disk::Config config = ps2_disk(0);
  config.failed = true;
  Disk broken("broken", domain, config, 1);
  Disk without("without", domain, Disk::Config{}, 1);  // says nothing of its size
  ChunkTarget target("target", domain);
  ChunkTarget others("others", domain);
  ChunkTarget none("none", domain);
  disk.socket.bind(target.socket);
  without.socket.bind(others.socket);
  broken.socket.bind(none.socket);
  EXPECT_TRUE(broken.failed());
  EXPECT_FALSE(disk.failed());
  constexpr std::uint64_t size = 1'080'000'000;
  script.at(0, [&] {
    disk.read(numbered(0), 0, size - 100, 100, region.now());
    without.read(numbered(0), 0, size, 100, region.now());
    EXPECT_THROW(disk.read(numbered(1), 0, size - 100, 101, region.now()), ModelError);
    EXPECT_THROW(disk.read(numbered(1), 0, ~std::uint64_t{0}, 100, region.now()), ModelError);
    EXPECT_THROW(disk.read(numbered(1), 0, 0, size + 1, region.now()), ModelError);
    EXPECT_THROW(broken.read(numbered(1), 0, 0, 1, region.now()), ModelError);
  });
  run(second);
  EXPECT_EQ(target.chunks.size(), 1u);
  EXPECT_EQ(others.chunks.size(), 1u);
  EXPECT_EQ(none.chunks.size(), 0u);
}

// Three disks that have always two requests: the string is held by one chunk at a time, each for its time.
TEST_F(DiskOnAString, chunksOfThreeDisksNeverOverlap) {
  const ScsiStringConfig string;
  FifoBus bus("string", domain, std::make_unique<ScsiStringTiming>(string), 0, 3, 1);
  ChunkTarget target("target", domain);
  bus.map(0, 3 * block_bytes - 1, 0);
  bus.window(0).bind(target.socket);
  std::vector<std::unique_ptr<Disk>> disks;
  SplitMix64 positions(4);
  std::uint64_t sequence = 0;
  const auto ask = [&](std::uint64_t d) {
    if (sequence < 600)
      disks[d]->read(numbered(sequence++), d * block_bytes, positions() % 1'000'000, 30'000, region.now());
  };
  for (unsigned d = 0; d < 3; ++d) {
    disks.push_back(std::make_unique<Disk>(("disk" + std::to_string(d)).c_str(), domain, ps2_disk(string.chunk), 1));
    disks[d]->socket.bind(bus.device(d));
  }
  target.then = [&](const Chunk& chunk) {
    if (chunk.offset + chunk.length == chunk.bytes) ask(chunk.address / block_bytes);
  };
  script.at(0, [&] {
    for (unsigned i = 0; i < 6; ++i) ask(i % 3);
  });
  run(20 * second);
  ASSERT_EQ(target.chunks.size(), 600u * 4);
  const ScsiStringTiming timing(string);
  Time free = 0;
  Time held = 0;
  unsigned waited = 0;
  std::vector<std::uint64_t> offsets(600);
  for (const Chunk& chunk : target.chunks) {
    const Time hold = timing.duration(0, true, chunk.length);
    ASSERT_EQ(chunk.across, chunk.granted + hold);
    ASSERT_GE(chunk.granted, free);
    ASSERT_GE(chunk.granted, chunk.ready);
    if (chunk.granted > chunk.ready) {
      ASSERT_EQ(chunk.granted, free);  // it waits for nothing but the chunk before
      ++waited;
    }
    ASSERT_EQ(chunk.offset, offsets[chunk.sequence]);
    offsets[chunk.sequence] += chunk.length;
    free = chunk.across;
    held += hold;
  }
  EXPECT_GT(waited, 100u);  // else nothing was tried
  EXPECT_EQ(static_cast<Time>(bus.busy().total(20 * second)), held);
  EXPECT_EQ(bus.bytes(), 600u * 30'000);
}

}  // namespace
}  // namespace isochron::testbench
