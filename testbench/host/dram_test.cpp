// SPDX-License-Identifier: Apache-2.0
// DRAM: channels one byte at a time, closed forms of rates, and times by hand.
#include <algorithm>
#include <cmath>
#include <map>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/core/split_mix.h>
#include <isochron/host/dram.h>
#include <isochron/observe/statistic_sink.h>
#include <support/transfer_bench.h>

#include "host/waves_of.h"

namespace isochron {
namespace {

using Access = TimedMemory::Access;

constexpr std::uint64_t gigabyte_per_second = 8'000'000'000;  // 1 ns a byte

class DramBench {
 public:
  explicit DramBench(const Dram::Config& config) : dram(("dram" + number_).c_str(), domain, config) {}

  /// By channel; "" has the whole part.
  std::map<std::string, std::map<std::string, double>> figures(Time from, Time to) {
    ReplicationRecord record;
    StatisticSink sink(record, from, to);
    dram.report(sink);
    std::map<std::string, std::map<std::string, double>> found;
    for (const auto& [path, statistics] : record.components)
      found[path.substr(std::min(path.size(), std::string(dram.name()).size()))] = statistics;
    return found;
  }

 private:
  // SystemC takes no name twice, also when the first one is gone.
  static std::string next_number() {
    static unsigned last = 0;
    return std::to_string(++last);
  }

  const std::string number_ = next_number();
  MessagePool pool_{64};

 public:
  Region region{("region" + number_).c_str()};
  const Domain domain{region, pool_, Phases::shortcut};
  Dram dram;
};

struct Transfer {
  Time at;
  std::uint64_t address;
  std::uint64_t bytes;
  Access access;
};

std::ostream& operator<<(std::ostream& out, const Transfer& one) {
  return out << "[" << one.at << ": " << (one.access == Access::read ? "read " : "write ") << one.bytes << " at "
             << one.address << "]";
}

/// Every transfer's end at 1 ns a byte, slower by whole factors, with a look at the channel of every byte.
class ByteByByte {
 public:
  ByteByByte(const Dram::Config& config, Time read, Time write, Time mixed)
      : config_(config), times_{read, write}, mixed_(mixed), channels_(config.channels) {}

  Time done(const Transfer& one) {
    std::map<std::uint64_t, std::uint64_t> bytes;
    for (std::uint64_t i = 0; i < one.bytes; ++i) ++bytes[(one.address + i) / config_.interleave % config_.channels];
    Time end = 0;
    for (const auto& [channel, its] : bytes) {
      Channel& server = channels_[channel];
      const bool turns = server.used && server.last != one.access;
      const Time start = std::max(server.free, one.at);
      server.free = start + its * (turns ? mixed_ : times_[one.access == Access::read ? 0 : 1]);
      server.last = one.access;
      server.used = true;
      server.busy.emplace_back(start, server.free);
      (one.access == Access::read ? server.read : server.written) += its;
      end = std::max(end, server.free);
    }
    return end + config_.latency;
  }
  /// Picoseconds of the window in which the channel moves bytes.
  Time busy(std::uint64_t channel, Time from, Time to) const {
    Time sum = 0;
    for (const auto& [start, end] : channels_[channel].busy)
      sum += std::max(std::min(end, to), from) - std::min(std::max(start, from), to);
    return sum;
  }

 private:
  struct Channel {
    Time free = 0;
    Access last = Access::read;
    bool used = false;
    std::vector<std::pair<Time, Time>> busy;
    std::uint64_t read = 0;
    std::uint64_t written = 0;
  };
  Dram::Config config_;
  Time times_[2];
  Time mixed_;
  std::vector<Channel> channels_;
};

RC_GTEST_PROP(DramByBytes, agreesWithALookAtEveryByte, ()) {
  Dram::Config config;
  config.channels = *rc::gen::inRange<std::uint64_t>(1, 8);
  config.interleave = *rc::gen::inRange<std::uint64_t>(64, 200);
  config.latency = *rc::gen::inRange<std::uint64_t>(0, 100) * nanosecond;
  config.rate = gigabyte_per_second;
  config.read_efficiency = 500'000;  // 2 ns a byte, 4 ns, 5 ns
  config.write_efficiency = 250'000;
  config.mixed_efficiency = 200'000;
  auto transfers = *rc::gen::container<std::vector<Transfer>>(
      rc::gen::map(rc::gen::tuple(rc::gen::inRange<Time>(0, 2000), rc::gen::inRange<std::uint64_t>(0, 5000),
                                  rc::gen::inRange<std::uint64_t>(1, 2500), rc::gen::arbitrary<bool>()),
                   [](const auto& one) {
                     return Transfer{std::get<0>(one) * nanosecond, std::get<1>(one), std::get<2>(one),
                                     std::get<3>(one) ? Access::read : Access::write};
                   }));
  Time now = 0;
  for (Transfer& one : transfers) one.at = now += one.at < microsecond ? 0 : one.at - microsecond;
  const Time from = *rc::gen::inRange<Time>(0, now + 1), to = now + 1 + *rc::gen::inRange<Time>(0, 5 * microsecond);

  DramBench bench(config);
  ByteByByte model(config, 2 * nanosecond, 4 * nanosecond, 5 * nanosecond);
  bool started = false;
  for (const Transfer& one : transfers) {
    if (!started && one.at >= from) bench.dram.start_window(from);
    started = started || one.at >= from;
    RC_ASSERT(bench.dram.done(one.address, one.bytes, one.access, one.at) == model.done(one));
  }
  if (!started) bench.dram.start_window(from);
  const auto figures = bench.figures(from, to);
  for (std::uint64_t channel = 0; channel < config.channels; ++channel) {
    const double expected = static_cast<double>(model.busy(channel, from, to)) / static_cast<double>(to - from);
    const auto& found = figures.at(".channel[" + std::to_string(channel) + "]");
    RC_ASSERT(std::abs(found.at("utilisation") - expected) < 1e-9);
  }
}

class DramTest : public testing::Test {};

// Sequential and random, long and short: all channels move bytes all of the time.
TEST_F(DramTest, transfersOfOneKindHaveTheRateOfAllChannels) {
  for (const std::uint64_t channels : {1u, 4u, 6u, 32u})
    for (const Access access : {Access::read, Access::write}) {
      Dram::Config config;
      config.channels = channels;
      config.read_efficiency = 900'000;
      config.write_efficiency = 700'001;
      DramBench bench(config);
      constexpr std::uint64_t transfers = 10'000, bytes = 8192 * 3;
      Time end = 0;
      for (std::uint64_t i = 0; i < transfers; ++i) end = bench.dram.done(i * bytes, bytes, access, 0);
      const double rate = static_cast<double>(transfers * bytes) / seconds(end);
      const double each = access == Access::read ? 0.9 : 0.700001;
      EXPECT_NEAR(rate / (static_cast<double>(channels) * 19.2e9 * each), 1, 1e-4) << channels;
    }
}

TEST_F(DramTest, readsAndWritesInTurnHaveTheMixedRate) {
  Dram::Config config;
  config.channels = 2;
  config.read_efficiency = 900'000;
  config.write_efficiency = 850'000;
  config.mixed_efficiency = 600'000;
  DramBench bench(config);
  Time end = 0;
  constexpr std::uint64_t transfers = 20'000;
  for (std::uint64_t i = 0; i < transfers; ++i)
    end = bench.dram.done(i * 512, 512, i % 2 == 0 ? Access::read : Access::write, 0);
  EXPECT_NEAR(static_cast<double>(transfers * 512) / seconds(end) / (2 * 19.2e9 * 0.6), 1, 1e-3);
}

// With a share p of reads a transfer follows one of the other kind with the chance 2 p (1 - p).
TEST_F(DramTest, aRandomMixTurnsAsOftenAsItsShares) {
  Dram::Config config;
  config.channels = 1;
  config.rate = gigabyte_per_second;
  config.mixed_efficiency = 500'000;
  for (const double share : {0.1, 0.5, 0.9}) {
    DramBench bench(config);
    SplitMix64 random(7);
    Time end = 0;
    constexpr std::uint64_t transfers = 200'000;
    for (std::uint64_t i = 0; i < transfers; ++i) {
      const bool reads = static_cast<double>(random() >> 11) * 0x1p-53 < share;
      end = bench.dram.done(0, 64, reads ? Access::read : Access::write, 0);
    }
    const double turns = 2 * share * (1 - share);
    const double expected = 64e-9 * (1 - turns) + 128e-9 * turns;
    EXPECT_NEAR(seconds(end) / transfers / expected, 1, 0.01) << share;
  }
}

// Each channel of its own: 4 transfers to 4 channels take the time of one, 4 to one channel that of four.
TEST_F(DramTest, channelsAreTakenInTurn) {
  Dram::Config config;
  config.rate = gigabyte_per_second;
  config.latency = 30 * nanosecond;
  DramBench bench(config);
  for (std::uint64_t i = 0; i < 4; ++i)
    EXPECT_EQ(bench.dram.done(i * 256, 256, Access::read, 0), 286 * nanosecond) << i;
  const Time then = microsecond;
  for (std::uint64_t i = 0; i < 4; ++i)
    EXPECT_EQ(bench.dram.done(i * 1024, 256, Access::read, then), then + ((i + 1) * 256 + 30) * nanosecond) << i;
  const auto figures = bench.figures(0, 10 * microsecond);
  EXPECT_DOUBLE_EQ(figures.at(".channel[0]").at("bytes_read"), 5 * 256);
  EXPECT_DOUBLE_EQ(figures.at(".channel[1]").at("bytes_read"), 256);
  EXPECT_DOUBLE_EQ(figures.at(".channel[0]").at("utilisation"), 0.128);
  EXPECT_DOUBLE_EQ(figures.at("").at("bytes_read"), 8 * 256);
  EXPECT_DOUBLE_EQ(figures.at("").at("bytes_written"), 0);
  EXPECT_DOUBLE_EQ(figures.at("").at("utilisation"), 8 * 0.256 / 40);
}

// 1 ns a byte: the window begins in the first transfer, the second waits for it, the third is in the other channel.
TEST_F(DramTest, aTraceShowsTheTransfersOfEachChannel) {
  Dram::Config config;
  config.channels = 2;
  config.rate = gigabyte_per_second;
  DramBench bench(config);
  testbench::Script script("script", bench.region);
  const auto at = [&](Time when, std::uint64_t address, std::uint64_t bytes) {
    script.at(when * nanosecond,
              [&bench, address, bytes] { bench.dram.done(address, bytes, Access::read, bench.region.now()); });
  };
  at(10, 0, 120);
  at(40, 512, 50);
  at(60, 256, 80);
  EXPECT_EQ(testbench::waves_of(bench.region, {"transfers"}, 20 * nanosecond, 300 * nanosecond),
            "#20000\nb1 !\nb0 \"\n#40000\nb10 !\n#60000\nb1 \"\n#130000\nb1 !\n#140000\nb0 \"\n"
            "#180000\nb0 !\n#300000\n");
}

// 3 GB in one call: no product overflows, and its bytes are what the rate says.
TEST_F(DramTest, aTransferMayBeLarge) {
  Dram::Config config;
  config.channels = 3;
  config.read_efficiency = 999'999;  // a rate that shares no factor with a second
  DramBench bench(config);
  constexpr std::uint64_t bytes = 3'000'000'000;
  const Time end = bench.dram.done(12345, bytes, Access::read, 0);
  EXPECT_NEAR(seconds(end) * 3 * 19.2e9 * 0.999999 / bytes, 1, 1e-6);
}

}  // namespace
}  // namespace isochron
