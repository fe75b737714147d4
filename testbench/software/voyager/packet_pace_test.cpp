// SPDX-License-Identifier: Apache-2.0
// When packets of a constant rate are due: against a clock that carries remainders, and against counting.
#include <cstdint>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/software/voyager/packet_pace.h>

namespace isochron {
namespace {

RC_GTEST_PROP(PacketPace, agreesWithAClockThatCarriesRemainders, ()) {
  const auto rate = *rc::gen::inRange<std::uint64_t>(1'000, 1'000'000'000);
  const auto bytes = *rc::gen::inRange<std::uint64_t>(1, 10'000);
  const PacketPace pace(rate, bytes);
  TransferClock clock(Rate::bits_per_second(rate));
  Time due = 0;
  for (std::uint64_t number = 0; number < 100; ++number) {
    RC_ASSERT(pace.due(number) == due);
    RC_ASSERT(pace.due_before(due) == number);
    RC_ASSERT(pace.due_before(due + 1) == number + 1);
    due += clock.take(bytes);
  }
}

// 4096 B at 7 Mb/s are 32.768 / 7 ms: after 32768 s no picosecond is lost.
TEST(PacketPaceExactly, doesNotDrift) {
  const PacketPace pace(7'000'000, 4096);
  EXPECT_EQ(pace.due(1), 4'681'142'857u);
  EXPECT_EQ(pace.due(7'000'000), 32'768 * second);
  EXPECT_EQ(pace.due_before(32'768 * second), 7'000'000u);
}

}  // namespace
}  // namespace isochron
