// SPDX-License-Identifier: Apache-2.0
// Packets one after another through a host.
#include <memory>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isochron/core/simulation.h>
#include <isochron/endpoint/packet_source.h>
#include <isochron/observe/statistic_sink.h>

#include "support/transfer_bench.h"

namespace isochron::testbench {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;
using testing::Pair;

/// What has come to the end of the host.
struct SentPacket {
  Time at;
  std::uint64_t sequence;
  std::uint32_t destination;
  unsigned bytes;
  bool operator==(const SentPacket& other) const {
    return at == other.at && sequence == other.sequence && destination == other.destination && bytes == other.bytes;
  }
};

/// When packets came to it, ns.
class PacketEnds final : public Inlet {
 public:
  void accept(Payload&, Time now) override { at.push_back(now / nanosecond); }
  std::vector<Time> at;
};

class PacketSourceTiming : public testing::Test, private Inlet {
 protected:
  /// 100 ns and 2 ns a byte; memory is written at 1 B a ns.
  static Host::Config simple_host() {
    Host::Config config;
    config.packet = 100 * nanosecond;
    config.byte = 2 * nanosecond;
    config.server_packet = 77 * nanosecond;
    config.memory_write = 8'000'000'000;
    return config;
  }
  void make(const PacketSource::Config& config, std::uint64_t key = 0) {
    source = std::make_unique<PacketSource>("source", domain, config, host, key);
    source->packets.bind(in);
  }

  Region region{"region"};
  MessagePool pool{1};
  Domain domain{region, pool, Phases::shortcut};
  Host host{"host", domain, simple_host()};
  std::unique_ptr<PacketSource> source;
  std::vector<SentPacket> sent;

 private:
  void accept(Payload& payload, Time now) override {
    const Tag& tag = tag_of(payload);
    EXPECT_EQ(tag.issued, now);
    sent.push_back({now / nanosecond, tag.sequence, tag.destination, payload.get_data_length()});
  }
  InletPort in{"in", *this};
};

// 100 + 50 x 2 = 200 each, without a gap: the host always sends.
TEST_F(PacketSourceTiming, packetsFollowEachOtherWithoutAGap) {
  make({50, 0, false});
  simulate_to(region, 1999 * nanosecond);
  EXPECT_EQ(sent.size(), 9u);
  EXPECT_TRUE(sent[0] == (SentPacket{200, 0, 1, 50}));
  EXPECT_TRUE(sent[8] == (SentPacket{1800, 8, 1, 50}));
  EXPECT_EQ(host.busy().total(1999 * nanosecond), 1999 * nanosecond);
  EXPECT_TRUE(host.sending());
  EXPECT_EQ(pool.outstanding(), 0u);
}

// Each is first written, 50: at 250 and 500. While it writes the host does not send.
TEST_F(PacketSourceTiming, withoutDisksEachIsWrittenFirst) {
  make({50, 3, true});
  simulate_to(region, 525 * nanosecond);
  EXPECT_FALSE(host.sending());
  simulate_to(region, 560 * nanosecond);
  EXPECT_TRUE(host.sending());
  simulate_to(region, microsecond);
  ASSERT_EQ(sent.size(), 3u);
  EXPECT_TRUE(sent[0] == (SentPacket{250, 0, 1, 50}));
  EXPECT_TRUE(sent[2] == (SentPacket{750, 2, 1, 50}));
  EXPECT_FALSE(host.sending());
  EXPECT_EQ(host.busy().total(microsecond), 750 * nanosecond);
}

TEST_F(PacketSourceTiming, itEndsWithItsCount) {
  make({50, 2, false});
  simulate_to(region, microsecond);
  EXPECT_EQ(sent.size(), 2u);
  EXPECT_EQ(source->sent(), 2u);
}

// Two sources take turns: of time 0 that with the lower key is first, 0-120, though it was made last; 120-320, 320-440,
// 440-640.
TEST_F(PacketSourceTiming, twoSourcesTakeTurns) {
  PacketEnds other;
  make({50, 2, false}, 1);
  PacketSource first("first", domain, {10, 2, false}, host, 0);
  InletPort end("end", other);
  first.packets.bind(end);
  simulate_to(region, microsecond);
  EXPECT_THAT(other.at, ElementsAre(120, 440));
  ASSERT_EQ(sent.size(), 2u);
  EXPECT_EQ(sent[0].at, 320u);
  EXPECT_EQ(sent[1].at, 640u);
}

// Packets at 200, 400 and so on: those of 600, 800 and 1000 lie in (500, 1000].
TEST_F(PacketSourceTiming, aWindowCountsWhatLiesInIt) {
  make({50, 0, false});
  simulate_to(region, 500 * nanosecond);
  source->start_window(500 * nanosecond);
  simulate_to(region, 1000 * nanosecond);
  ReplicationRecord record;
  StatisticSink sink(record, 500 * nanosecond, 1000 * nanosecond);
  source->report(sink);
  EXPECT_THAT(record.components.at("source"), ElementsAre(Pair("packets", 3), Pair("throughput", DoubleEq(300e6))));
}

}  // namespace
}  // namespace isochron::testbench
