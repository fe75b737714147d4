// SPDX-License-Identifier: Apache-2.0
// What a packet sink counts of what it is given.
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <isochron/endpoint/packet_sink.h>
#include <isochron/observe/statistic_sink.h>
#include <isochron/protocol/message_pool.h>

namespace isochron {
namespace {

void give(PacketSink& sink, MessagePool& pool, const std::vector<std::pair<Time, std::uint64_t>>& packets) {
  for (const auto& [at, number] : packets) {
    Message& packet = pool.allocate(0, 100);
    packet.tag() = Tag();
    packet.tag().sequence = number;
    sink.packets.inlet().accept(packet, at);
    packet.release();
  }
}

TEST(PacketSink, countsWhatComesInAWindow) {
  MessagePool pool(100);
  PacketSink sink("sink");
  give(sink, pool, {{1, 0}, {2, 1}});
  EXPECT_EQ(sink.received(), 2u);
  sink.start_window(10);
  give(sink, pool, {{11, 2}, {12, 3}, {13, 4}});
  ReplicationRecord record;
  StatisticSink figures(record, 10, 1 * microsecond + 10);
  sink.report(figures);
  EXPECT_EQ(record.components["sink"]["packets"], 3);
  EXPECT_NEAR(record.components["sink"]["throughput"], 300e6, 1);  // 300 B in a microsecond
  EXPECT_EQ(pool.outstanding(), 0u);
}

// The fingerprint is of the run, whatever the window.
TEST(PacketSink, tellsApartWhenAndWhichCame) {
  MessagePool pool(100);
  PacketSink one("one");
  PacketSink same("same");
  PacketSink later("later");
  PacketSink swapped("swapped");
  give(one, pool, {{1, 0}, {2, 1}});
  give(same, pool, {{1, 0}});
  same.start_window(1);
  give(same, pool, {{2, 1}});
  give(later, pool, {{1, 0}, {3, 1}});
  give(swapped, pool, {{1, 1}, {2, 0}});
  EXPECT_EQ(one.fingerprint(), same.fingerprint());
  EXPECT_NE(one.fingerprint(), later.fingerprint());
  EXPECT_NE(one.fingerprint(), swapped.fingerprint());
}

}  // namespace
}  // namespace isochron
