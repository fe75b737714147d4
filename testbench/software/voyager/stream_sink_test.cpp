// SPDX-License-Identifier: Apache-2.0
// What a stream sink counts of what it is given.
#include <vector>

#include <gtest/gtest.h>

#include <isochron/core/error.h>
#include <isochron/observe/statistic_sink.h>
#include <isochron/protocol/message_pool.h>
#include <isochron/software/voyager/stream_sink.h>

namespace isochron {
namespace {

struct StreamPacket {
  std::uint32_t stream = 0;
  std::uint64_t sequence = 0;
  Time at = 0;
};

class StreamSinkTest : public testing::Test {
 protected:
  /// Each of 100 B, issued 7 ns before it comes, by the inlets in turn.
  void give(StreamSink& to, const std::vector<StreamPacket>& packets) {
    for (const StreamPacket& each : packets) {
      Message& packet = pool.allocate(0, 100);
      packet.tag() = Tag();
      packet.tag().stream = each.stream;
      packet.tag().sequence = each.sequence;
      packet.tag().issued = each.at - 7 * nanosecond;
      try {
        to.packets(inlet++ % 2).inlet().accept(packet, each.at);
      } catch (const ModelError&) {
        packet.release();
        throw;
      }
      packet.release();
    }
  }

  MessagePool pool{100};
  StreamSink sink{"sink", 2, 3};
  unsigned inlet = 0;
};

constexpr Time start = microsecond;

TEST_F(StreamSinkTest, countsByStreamAndWindow) {
  give(sink, {{0, 0, start}, {1, 0, start}, {0, 2, start + 1}});
  EXPECT_EQ(sink.stream(0).missing, 1u);
  EXPECT_EQ(sink.all().packets, 3u);
  sink.start_window(2 * start);
  give(sink, {{1, 1, 2 * start}, {0, 5, 2 * start}, {2, 3, 2 * start}, {1, 2, 3 * start}});
  EXPECT_EQ(sink.stream(0).packets, 1u);
  EXPECT_EQ(sink.stream(0).missing, 2u);  // 3 and 4
  EXPECT_EQ(sink.stream(1).packets, 2u);
  EXPECT_EQ(sink.stream(1).bytes, 200u);
  EXPECT_EQ(sink.stream(1).missing, 0u);
  EXPECT_EQ(sink.stream(2).missing, 3u);  // 0 to 2
  EXPECT_EQ(sink.received(), 7u);
  ReplicationRecord record;
  StatisticSink figures(record, 2 * start, 3 * start);
  sink.report(figures);
  EXPECT_EQ(record.components["sink"]["packets"], 4);
  EXPECT_EQ(record.components["sink"]["missing"], 5);
  EXPECT_NEAR(record.components["sink"]["throughput"], 400e6, 1);  // 400 B in a microsecond
  EXPECT_EQ(sink.lateness().count(), 4u);
  EXPECT_DOUBLE_EQ(sink.lateness().sample().max, 7e-9);
  EXPECT_EQ(pool.outstanding(), 0u);
}

TEST_F(StreamSinkTest, refusesWhatGoesBackOrIsNobodys) {
  give(sink, {{0, 3, start}, {1, 2, start}});
  EXPECT_THROW(give(sink, {{0, 3, start}}), ModelError);
  EXPECT_THROW(give(sink, {{0, 2, start}}), ModelError);
  EXPECT_THROW(give(sink, {{3, 0, start}}), ModelError);
  EXPECT_NO_THROW(give(sink, {{0, 4, start}}));
}

// It is of what came when, and not of the order of calls within an instant.
TEST_F(StreamSinkTest, theFingerprintIsOfPacketsAndTimes) {
  StreamSink other("other", 2, 3);
  StreamSink later("later", 2, 3);
  StreamSink another("another", 2, 3);
  give(sink, {{0, 0, start}, {1, 0, start}});
  give(other, {{1, 0, start}, {0, 0, start}});
  give(later, {{0, 0, start}, {1, 0, start + 1}});
  give(another, {{0, 0, start}, {2, 0, start}});
  EXPECT_EQ(sink.fingerprint(), other.fingerprint());
  EXPECT_NE(sink.fingerprint(), later.fingerprint());
  EXPECT_NE(sink.fingerprint(), another.fingerprint());
}

}  // namespace
}  // namespace isochron
