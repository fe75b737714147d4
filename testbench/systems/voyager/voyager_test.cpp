// SPDX-License-Identifier: Apache-2.0
// Voyager's nodes: Table 4 and Figure 3, from how many streams on packets are lost, and what a packet costs to
// simulate.
#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "systems/voyager/voyager_run.h"

namespace isochron::testbench {
namespace {

/// Of a row of Table 4 with streams of 5 Mb/s.
struct Row {
  StreamAction action;
  std::uint64_t packet;
  double share;  ///< of the processor, published
};

constexpr Row rows[] = {{StreamAction::receive, 4096, 0.105},
                        {StreamAction::receive, 8192, 0.066},
                        {StreamAction::send, 4096, 0.126},
                        {StreamAction::send, 8192, 0.082}};

/// Square of the correlation of y with 1, 2, 3 ...
double r_squared(const std::vector<double>& y) {
  const auto n = static_cast<double>(y.size());
  double sx = 0, sy = 0, sxx = 0, syy = 0, sxy = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    const auto x = static_cast<double>(i + 1);
    sx += x, sy += y[i], sxx += x * x, syy += y[i] * y[i], sxy += x * y[i];
  }
  const double covariance = n * sxy - sx * sy;
  return covariance * covariance / ((n * sxx - sx * sx) * (n * syy - sy * sy));
}

TEST(VoyagerNode, aStreamCostsWhatTableFourSays) {
  for (const Row& row : rows)
    for (const std::uint64_t count : {1u, 6u}) {
      const Figures f = run_voyager({one_node(row.action, count, row.packet), second, 10 * second});
      EXPECT_NEAR(f.at("processor.per_stream.mean"), row.share, 0.01 * row.share) << row.share << " " << count;
      EXPECT_EQ(f.at("loss.mean"), 0);
    }
}

TEST(VoyagerNode, utilisationIsLinearBelowSaturation) {
  for (const Row& row : rows) {
    std::vector<double> utilisation;
    for (std::uint64_t count = 1; static_cast<double>(count) * row.share < 0.95; ++count)
      utilisation.push_back(
          run_voyager({one_node(row.action, count, row.packet), second, 5 * second}).at("processor.utilisation.mean"));
    ASSERT_GE(utilisation.size(), 7u);
    EXPECT_GT(r_squared(utilisation), 0.999) << row.share;
    EXPECT_LT(utilisation.back(), 0.95 + 0.01);
  }
}

// The streams begin one after another; the first that the processor has no time for is the onset.
TEST(VoyagerNode, lossSetsInWhenTheProcessorIsFull) {
  for (const Row& row : rows) {
    VoyagerCase p = one_node(row.action, 20, row.packet);
    p.streams.step = 20 * second;
    const Time packet =
        row.action == StreamAction::receive ? p.stack.receive_work(row.packet) : p.stack.send_work(row.packet);
    const double work = seconds(packet) * 5e6 / 8 / static_cast<double>(row.packet);
    const Figures f = run_voyager({p, second, 400 * second});
    const double most = std::floor(1 / work);  // whole streams within 100 %
    EXPECT_NEAR(f.at("streams.max.mean"), most, 1) << row.share;
    // The twenty are too many, and each packet that is lost has its place.
    EXPECT_GT(f.at("loss.mean"), 0);
    const double at_places = f.at("dropped.source.mean") + f.at("dropped.socket.mean") +
                             f.at("dropped.interface.mean") + f.at("dropped.atm.mean") + f.at("dropped.file.mean");
    EXPECT_NEAR(at_places, f.at("loss.mean") * f.at("packets.offered.mean"), 1e-3);
    EXPECT_EQ(f.at("dropped.atm.mean") + f.at("dropped.file.mean"), 0);
  }
}

TEST(VoyagerNode, theEndOfTheRampIsKnownOnceItIsReached) {
  VoyagerCase p = one_node(StreamAction::receive, 4, 8192);
  p.streams.step = second;
  EXPECT_EQ(run_voyager({p, 0, 5 * second}).at("streams.max.mean"), 4);
  EXPECT_EQ(run_voyager({p, 0, 3 * second}).count("streams.max.mean"), 0u);
  p.streams.step = 0;
  EXPECT_EQ(run_voyager({p, 0, 5 * second}).count("streams.max.mean"), 0u);
}

// With the processor out of the way 26 streams go over OC-3, whatever its 155 Mb/s promise: 99.1 % of it.
TEST(VoyagerNode, cellsLeaveRoomForTwentySix) {
  VoyagerCase p = one_node(StreamAction::send, 26, 8192);
  p.stack.send = {0, 0};
  const Figures most = run_voyager({p, 5 * second, 60 * second});
  EXPECT_EQ(most.at("loss.mean"), 0);
  p.streams.groups[0].count = 27;
  const Figures more = run_voyager({p, 20 * second, 60 * second});
  EXPECT_GT(more.at("loss.mean"), 0.5 * (1 - 26.92 / 27));
  EXPECT_EQ(more.at("dropped.atm.mean"), more.at("loss.mean") * more.at("packets.offered.mean"));
  EXPECT_NEAR(more.at("throughput.mean"), 134.58e6 / 8, 0.001 * 134.58e6 / 8);
}

// A block of 64 KiB serves eight packets of 8192 B.
TEST(VoyagerNode, aPacketTakesAtMostTwelveEvents) {
  for (const StreamAction action :
       {StreamAction::play, StreamAction::record, StreamAction::relay, StreamAction::receive, StreamAction::send})
    for (const auto where : {VoyagerCase::Where::vsd, VoyagerCase::Where::local})
      for (const std::uint64_t packet : {1024u, 8192u}) {
        VoyagerCase p = one_node(action, 3, packet);
        p.where = where;
        p.streams.groups[0].rate = 2'000'000;
        const Figures f = run_voyager({p, 0, 20 * second});
        EXPECT_GT(f.at("packets.received.mean"), 1000);
        EXPECT_LE(f.at("events"), 12 * f.at("packets.offered.mean"))
            << static_cast<int>(action) << " " << static_cast<int>(where) << " " << packet;
      }
}

}  // namespace
}  // namespace isochron::testbench
