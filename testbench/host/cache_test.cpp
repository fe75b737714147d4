// SPDX-License-Identifier: Apache-2.0
// A cache of two sets on MBUS: when its lines come, in clocks of 20 ns, in both ways of spelling the protocol.
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isochron/bus/fifo_bus.h>
#include <isochron/bus/mbus_timing.h>
#include <isochron/core/simulation.h>
#include <isochron/host/cache.h>
#include <isochron/host/memory.h>
#include <isochron/storage/disk_reader.h>

#include "support/transfer_bench.h"

namespace isochron {
namespace {

using testing::ElementsAre;

constexpr Time clock_period = 20 * nanosecond;

/// Makes its accesses one after the other, each as soon as the one before has its line.
class Bench final : public sc_core::sc_module, private Cache::Processor {
 public:
  struct Access {
    std::uint64_t address;
    bool write;
  };

  Bench(const sc_core::sc_module_name& name, Phases phases, std::vector<Access> accesses,
        const DiskReader::Config& disk_config)
      : sc_module(name),
        domain_{region_, pool_, phases},
        cache("cache", domain_, Cache::Config{64, 1}, 32),
        disk("disk", domain_, disk_config),
        bus("bus", domain_, timing(), 0, 2, 1),
        memory("memory", domain_, 0, ~std::uint64_t{0}, Memory::Content::counted),
        accesses_(std::move(accesses)) {
    cache.serve(*this);
    cache.socket.bind(bus.device(0));
    disk.socket.bind(bus.device(1));
    bus.window(0).bind(memory.socket);
    bus.map(0, ~std::uint64_t{0} - 1, 0);
    SC_HAS_PROCESS(Bench);
    SC_METHOD(start);
  }

  /// The clock at which each access was done.
  std::vector<double> run() {
    simulate_to(region_, millisecond);
    EXPECT_EQ(pool_.outstanding(), 0u);
    return done_;
  }

 private:
  static std::unique_ptr<const TransferTiming> timing() {
    return std::make_unique<MbusTiming>(
        MbusConfig(), std::vector<MbusTiming::Master>{MbusTiming::Master::processor, MbusTiming::Master::device});
  }
  void start() {
    region_.advance(kernel_now());
    go_on(kernel_now());
  }
  void filled(Time now) override {
    note(now);
    go_on(now);
  }
  void go_on(Time now) {
    while (next_ < accesses_.size()) {
      const Access& access = accesses_[next_++];
      if (!cache.access(access.address, access.write)) return;
      note(now);
    }
    disk.stop();
  }
  void note(Time now) { done_.push_back(static_cast<double>(now) / static_cast<double>(clock_period)); }

  Region region_{"region"};
  MessagePool pool_{32};
  Domain domain_;

 public:
  Cache cache;
  DiskReader disk;
  FifoBus bus;
  Memory memory;

 private:
  std::vector<Access> accesses_;
  std::size_t next_ = 0;
  std::vector<double> done_;
};

class CacheOnMbus : public testing::TestWithParam<Phases> {
 protected:
  Bench& bench(std::vector<Bench::Access> accesses, Time disk_interval = second) {
    DiskReader::Config disk;
    disk.rate = disk.word * 8 * second / disk_interval;
    bench_ = std::make_unique<Bench>("bench", GetParam(), std::move(accesses), disk);
    return *bench_;
  }

 private:
  std::unique_ptr<Bench> bench_;
};

constexpr bool load = false, store = true;

TEST_P(CacheOnMbus, aMissIsAFill) {
  Bench& b = bench({{0, load}, {32, load}, {0, load}, {64, load}});
  EXPECT_THAT(b.run(), ElementsAre(15, 30, 30, 45));  // 0 is still there at 30, and clean when 64 takes its place
  EXPECT_EQ(b.cache.fills(), 3u);
  EXPECT_EQ(b.cache.write_backs(), 0u);
  EXPECT_EQ(b.memory.bytes_read(), 3 * 32u);
}

TEST_P(CacheOnMbus, aDirtyLineIsWrittenBackBeforeTheFill) {
  Bench& b = bench({{0, store}, {64, load}, {128, load}});
  // Fill of 0: 15. Write-back of 0 and fill of 64: 10 + 15. 64 is clean: 15.
  EXPECT_THAT(b.run(), ElementsAre(15, 40, 55));
  EXPECT_EQ(b.cache.fills(), 3u);
  EXPECT_EQ(b.cache.write_backs(), 1u);
  EXPECT_EQ(b.memory.bytes_written(), 32u);
}

TEST_P(CacheOnMbus, aLoadLeavesALineDirty) {
  EXPECT_THAT(bench({{0, store}, {0, load}, {64, load}}).run(), ElementsAre(15, 15, 40));
}

TEST_P(CacheOnMbus, aWordGetsTheBusBetweenWriteBackAndFill) {
  // The disk has its first word at clock 20, in the middle of the write-back of 0 (15 to 25). The word takes 25 to 35,
  // the fill of 64 35 to 50. The second word, at 40, waits for it.
  Bench& b = bench({{0, store}, {64, store}, {64, load}}, 20 * clock_period);
  EXPECT_THAT(b.run(), ElementsAre(15, 50, 50));
  EXPECT_EQ(b.disk.words(), 1u);
}

TEST_P(CacheOnMbus, aLineComesBeforeAWordOfTheSameInstant) {
  // The disk has its first word at clock 15, when the processor asks for its second line: 15 to 30. The word takes 30
  // to 40, and the third line, which was asked for at 30, 40 to 55. The second word, due at 30, is asked for at 40:
  // after the line.
  Bench& b = bench({{0, load}, {32, load}, {64, load}}, 15 * clock_period);
  EXPECT_THAT(b.run(), ElementsAre(15, 30, 55));
  EXPECT_EQ(b.disk.words(), 1u);
}

std::string name_of(const testing::TestParamInfo<Phases>& phases) {
  return phases.param == Phases::shortcut ? "shortcut" : "explicitFour";
}
INSTANTIATE_TEST_SUITE_P(Spelling, CacheOnMbus, testing::Values(Phases::shortcut, Phases::explicit_four), name_of);

/// Hears nothing: the cache is asked once.
class Nobody final : public Cache::Processor {
 public:
  void filled(Time) override {}
};

// Two sets of a line of 32 B: 0 and 64 share one. A store to 4, a load of 70: the line of 0 goes back, that of 64
// comes.
TEST(CacheLines, whatIsFetchedAndWrittenBack) {
  Region region("region");
  MessagePool pool(32);
  const Domain domain{region, pool, Phases::shortcut};
  testbench::Script script("script", region);
  Cache cache("cache", domain, Cache::Config{64, 1}, 32);
  testbench::TestTarget memory("memory", domain);
  Nobody nobody;
  cache.serve(nobody);
  cache.socket.bind(memory.socket);
  script.at(0, [&] { EXPECT_FALSE(cache.access(4, store)); });
  script.at(1000 * nanosecond, [&] { EXPECT_TRUE(cache.access(28, load)); });
  script.at(2000 * nanosecond, [&] { EXPECT_FALSE(cache.access(70, load)); });
  simulate_to(region, millisecond);
  EXPECT_THAT(memory.addresses, ElementsAre(0, 0, 64));
}

}  // namespace
}  // namespace isochron
