// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <isochron/pcie/credit_counters.h>
#include <isochron/pcie/lane_rate.h>
#include <isochron/pcie/tlp_size.h>
#include <isochron/protocol/message_pool.h>

namespace isochron::testbench {
namespace {

TEST(Tlp, isWhatItsMessageSays) {
  MessagePool pool(4096);
  const auto tlp_of = [&](MessageKind kind, unsigned bytes) {
    Message& message = pool.allocate(0, bytes);
    message.tag().kind = kind;
    message.tag().traffic_class = 3;
    const Tlp tlp = Tlp::of(message);
    message.release();
    return tlp;
  };
  EXPECT_EQ(tlp_of(MessageKind::data, 100).type, TlpType::posted);
  EXPECT_EQ(tlp_of(MessageKind::write_request, 100).type, TlpType::posted);
  EXPECT_EQ(tlp_of(MessageKind::write_request, 100).data, 100u);
  EXPECT_EQ(tlp_of(MessageKind::read_request, 32).type, TlpType::non_posted);
  EXPECT_EQ(tlp_of(MessageKind::read_request, 32).data, 0u) << "what it asks for does not travel with it";
  EXPECT_EQ(tlp_of(MessageKind::response, 64).type, TlpType::completion);
  EXPECT_EQ(tlp_of(MessageKind::response, 64).data, 64u);
  EXPECT_EQ(tlp_of(MessageKind::response, 64).traffic_class, 3);
}

TEST(TlpSize, countsEachFieldOnce) {
  // STP or its token with the sequence number, header, data, digest, LCRC, END: bytes by hand.
  const TlpSize usual(TlpSize::Header::four_words, false);
  EXPECT_EQ(usual.bytes({TlpType::non_posted, 0, 0}), 24u);
  EXPECT_EQ(usual.bytes({TlpType::posted, 0, 256}), 280u);
  EXPECT_EQ(usual.bytes({TlpType::completion, 0, 64}), 84u);
  const TlpSize narrow(TlpSize::Header::three_words, false);
  EXPECT_EQ(narrow.bytes({TlpType::non_posted, 0, 0}), 20u);
  EXPECT_EQ(narrow.bytes({TlpType::posted, 0, 256}), 276u);
  EXPECT_EQ(narrow.bytes({TlpType::completion, 0, 64}), 84u);
  const TlpSize checked(TlpSize::Header::four_words, true);
  EXPECT_EQ(checked.bytes({TlpType::posted, 0, 256}), 284u);
  EXPECT_EQ(checked.bytes({TlpType::completion, 0, 64}), 88u);
}

TEST(Credits, areOneForAHeaderAndOneForEachSixteenBytes) {
  std::uint32_t units = 0;
  for (std::uint32_t bytes = 0; bytes <= 4096; ++bytes) {
    if (bytes % 16 == 1) ++units;
    ASSERT_EQ(Credits::of({TlpType::posted, 0, bytes}), (Credits{1, units})) << bytes << " B";
  }
}

TEST(LaneRate, isExact) {
  // Gigatransfers a second, and bits of data for bits on the lane.
  const struct {
    double transfers;
    double coding;
  } generations[] = {{2.5, 8.0 / 10}, {5, 8.0 / 10}, {8, 128.0 / 130}, {16, 128.0 / 130}, {32, 128.0 / 130}};
  for (unsigned generation = 1; generation <= 5; ++generation)
    for (unsigned lanes = 1; lanes <= 32; lanes *= 2)
      for (const std::uint64_t efficiency : {1'000'000u, 953'000u, 333'333u}) {
        const auto& [transfers, coding] = generations[generation - 1];
        const double bytes_per_ns = transfers * coding * lanes / 8 * static_cast<double>(efficiency) / 1e6;
        const Rate rate = LaneRate::of(generation, lanes, efficiency);
        const double time = 1e12 / bytes_per_ns * 1e3;  // of 10^12 bytes, ps
        ASSERT_NEAR(static_cast<double>(rate.time_of(1'000'000'000'000)) / time, 1, 1e-13)
            << generation << " x" << lanes << " " << efficiency;
      }
  // Of generation 3 with 8 lanes: 64 Gb/s x 128/130, so 64 B take 8 ns x 130/128.
  EXPECT_EQ(LaneRate::of(3, 8).time_of(64), 8125u);
  EXPECT_EQ(LaneRate::of(1, 1).time_of(1), 4000u);
}

TEST(LaneRate, leavesNoRoundingInALongRun) {
  TransferClock clock(LaneRate::of(3, 8, 953'000));
  Time sum = 0;
  for (int i = 0; i < 1'000'000; ++i) sum += clock.take(84);
  EXPECT_EQ(sum, LaneRate::of(3, 8, 953'000).time_of(84'000'000));
}

TEST(CreditCounters, letGoWhatThereIsRoomFor) {
  ReceiveBuffers buffers;
  buffers[TlpType::posted] = {2, 256};
  buffers[TlpType::non_posted] = {1, 0};
  CreditCounters counters(buffers, 2);
  const Tlp small{TlpType::posted, 0, 16};
  const Tlp large{TlpType::posted, 0, 250};
  EXPECT_FALSE(counters.unlimited());
  EXPECT_TRUE(counters.may_go(large));
  counters.consume(large);  // 16 of 16 units
  EXPECT_FALSE(counters.may_go(small)) << "no data";
  EXPECT_TRUE(counters.may_go({TlpType::posted, 0, 0})) << "a header is left";
  EXPECT_TRUE(counters.may_go({TlpType::posted, 1, 250})) << "another class";
  EXPECT_TRUE(counters.may_go({TlpType::completion, 0, 4096})) << "unlimited";
  counters.replenish(0, TlpType::posted, {1, 16});
  counters.consume(small);
  counters.consume(small);
  EXPECT_FALSE(counters.may_go(small)) << "no header";
  const Tlp request{TlpType::non_posted, 1, 0};
  counters.consume(request);
  EXPECT_FALSE(counters.may_go(request));
  EXPECT_TRUE(counters.may_go({TlpType::non_posted, 0, 0}));
  EXPECT_FALSE(counters.all_home());
  counters.replenish(0, TlpType::posted, {2, 2});
  EXPECT_FALSE(counters.all_home());
  counters.replenish(1, TlpType::non_posted, {1, 0});
  EXPECT_TRUE(counters.all_home());
  EXPECT_TRUE(counters.can_ever_hold({TlpType::posted, 0, 256}));
  EXPECT_FALSE(counters.can_ever_hold({TlpType::posted, 0, 257}));
}

}  // namespace
}  // namespace isochron::testbench
