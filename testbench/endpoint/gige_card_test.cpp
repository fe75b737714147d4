// SPDX-License-Identifier: Apache-2.0
// GigE cards on a bus of the paper's lumps: 1024 B are 8 slices, 1920 ns, and at 1 Gb/s 8192 ns on the wire.
#include <map>
#include <optional>
#include <set>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isochron/core/simulation.h>
#include <isochron/endpoint/gige_card.h>

#include "support/pci_bench.h"
#include "support/transfer_bench.h"

namespace isochron::testbench {
namespace {

using testing::ElementsAre;
using testing::Pair;

constexpr Time nano = nanosecond;
constexpr std::uint64_t gigabit = 1'000'000'000;

/// When messages came, by sequence number; those of `stay` are not sent on.
class CardArrivals final : public GigeCard::Arrivals {
 public:
  bool arrives(const Tag& tag, std::uint64_t, Time now) override {
    came[tag.sequence] = now;
    return stay.count(tag.sequence) == 0;
  }
  std::map<std::uint64_t, Time> came;
  std::set<std::uint64_t> stay;
};

/// Two masters, each with a queue of messages, and two cards, at 0 and at 0x10000.
class GigeCardTiming : public testing::TestWithParam<Style> {
 protected:
  static constexpr std::uint64_t second_card = 0x10000;
  static constexpr Time run_until = 200 * microsecond;

  void build(std::uint64_t rate) {
    domain_.emplace(Domain{region, pool_, GetParam().phases});
    bus.emplace("bus", *domain_, PciConfig(), GetParam().model, 2, 2);
    for (unsigned i = 0; i < 2; ++i) {
      masters.push_back(std::make_unique<TestMaster>(("master" + std::to_string(i)).c_str(), *domain_));
      masters[i]->socket.bind(bus->device(i));
      cards.push_back(
          std::make_unique<GigeCard>(("card" + std::to_string(i)).c_str(), *domain_, GigeCard::Config{rate}, arrivals));
      bus->window(i).bind(cards[i]->socket);
      bus->map(i * second_card, (i + 1) * second_card - 1, i);
    }
  }
  void run(Time until = run_until) { simulate_to(region, until); }
  void run_empty() {
    run();
    EXPECT_EQ(pool_.outstanding(), 0u);
  }
  /// Messages `first` to `last` from a master, all at `time`.
  void send(Time time, unsigned master, std::uint64_t first, std::uint64_t last, std::uint64_t address,
            unsigned bytes = 1024) {
    script.at(time, [=] {
      for (std::uint64_t sequence = first; sequence <= last; ++sequence)
        masters[master]->write(sequence, address, bytes);
    });
  }

  Region region{"region"};
  std::optional<PciBus> bus;
  std::vector<std::unique_ptr<TestMaster>> masters;
  std::vector<std::unique_ptr<GigeCard>> cards;
  CardArrivals arrivals;
  Script script{"script", region};

 private:
  MessagePool pool_{4096};
  std::optional<Domain> domain_;
};

INSTANTIATE_TEST_SUITE_P(Styles, GigeCardTiming, testing::ValuesIn(all_styles), name_of_style);

// Without a rate the bus alone counts.
TEST_P(GigeCardTiming, anUnlimitedCardTakesWhatTheBusBrings) {
  build(0);
  send(0, 0, 0, 2, 0);
  run_empty();
  EXPECT_THAT(arrivals.came, ElementsAre(Pair(0, 1920 * nano), Pair(1, 3840 * nano), Pair(2, 5760 * nano)));
  EXPECT_FALSE(cards[0]->has_rate());
}

// Bus 0-1920, wire 1920-10112; bus 10112-12032, wire 12032-20224; bus 20224-22144, wire 22144-30336: a message comes
// bus + message / rate after the one before.
TEST_P(GigeCardTiming, backToBack) {
  build(gigabit);
  send(0, 0, 0, 2, 0);
  run_empty();
  EXPECT_THAT(arrivals.came, ElementsAre(Pair(0, 1920 * nano), Pair(1, 12'032 * nano), Pair(2, 22'144 * nano)));
  EXPECT_THAT(masters[0]->accepted, ElementsAre(Pair(0, 0), Pair(1, 10'112 * nano), Pair(2, 20'224 * nano)));
  EXPECT_EQ(cards[0]->taken().total(run_until), 30'336 * nano);
  EXPECT_EQ(cards[0]->on_wire().total(run_until), 3 * 8192 * nano);
  // The second is presented when the place on the bus is free, at 1920, and the third at 12032.
  EXPECT_EQ(cards[0]->withheld().total(run_until), 2 * 8192 * nano);
  EXPECT_EQ(bus->statistics(0).wait_buffer.total(run_until), 2 * 8192 * nano);
  EXPECT_EQ(bus->busy().total(run_until), 3 * 1920 * nano);
  EXPECT_EQ(cards[1]->taken().total(run_until), 0u);
}

// At 3.5 Gb/s a message takes 16384000/7 ps: 2340571, 2340571, 2340572 (the remainders carried: 3, 6, 9 sevenths), ...
TEST_P(GigeCardTiming, theRemainderIsCarried) {
  build(3'500'000'000);
  send(0, 0, 0, 7, 0);
  run_empty();
  EXPECT_EQ(arrivals.came.at(1), 2 * 1920 * nano + 2'340'571);
  EXPECT_EQ(arrivals.came.at(2), 3 * 1920 * nano + 2 * 2'340'571);
  EXPECT_EQ(arrivals.came.at(3), 4 * 1920 * nano + 3 * 2'340'571 + 1);
  EXPECT_EQ(arrivals.came.at(7), 8 * 1920 * nano + 16'384'000);
}

// Card 0's second message waits from 1920 until 10112; the other master's way to card 1 is free: 2000-3920.
TEST_P(GigeCardTiming, aCardThatWithholdsHoldsBackNobodyElse) {
  build(gigabit);
  send(0, 0, 0, 1, 0);
  send(2000 * nano, 1, 2, 2, second_card);
  run_empty();
  EXPECT_THAT(arrivals.came, ElementsAre(Pair(0, 1920 * nano), Pair(1, 12'032 * nano), Pair(2, 3920 * nano)));
}

// One queue: what stands behind a message that waits for its card waits too. The third, for card 1, is accepted when
// the place on the bus is free again, 12032-13952.
TEST_P(GigeCardTiming, nobodyOvertakesInAMastersQueue) {
  build(gigabit);
  send(0, 0, 0, 1, 0);
  send(0, 0, 2, 2, second_card);
  run_empty();
  EXPECT_THAT(arrivals.came, ElementsAre(Pair(0, 1920 * nano), Pair(1, 12'032 * nano), Pair(2, 13'952 * nano)));
}

// Two masters of one card: message 2 is presented at 100 ns, before message 1 at 1920. First come, first served;
// message 1 is before the card from 10112, when message 2 has been granted.
TEST_P(GigeCardTiming, aFreedBufferGoesToWhoHasWaitedLongest) {
  build(gigabit);
  send(0, 0, 0, 1, 0);
  send(100 * nano, 1, 2, 2, 0);
  run_empty();
  EXPECT_THAT(arrivals.came, ElementsAre(Pair(0, 1920 * nano), Pair(1, 22'144 * nano), Pair(2, 12'032 * nano)));
  EXPECT_EQ(cards[0]->withheld().total(run_until), (10'112 - 100 + 20'224 - 10'112) * nano);
}

// Message 1 stays in the card: its buffer is free as soon as it is across. Bus 0-1920, wire to 10112; bus to 12032, and
// at once to 13952.
TEST_P(GigeCardTiming, aPartThatStaysTakesNoTimeOnTheWire) {
  build(gigabit);
  arrivals.stay = {1};
  send(0, 0, 0, 2, 0);
  run_empty();
  EXPECT_THAT(arrivals.came, ElementsAre(Pair(0, 1920 * nano), Pair(1, 12'032 * nano), Pair(2, 13'952 * nano)));
  EXPECT_EQ(cards[0]->on_wire().total(run_until), 2 * 8192 * nano);
  EXPECT_EQ(cards[0]->taken().total(run_until), (3 * 1920 + 2 * 8192) * nano);
}

// A message that comes when the card has long been idle is not held up: bus 50000-51920.
TEST_P(GigeCardTiming, anIdleCardGrantsAtOnce) {
  build(gigabit);
  send(0, 0, 0, 0, 0);
  send(50'000 * nano, 0, 1, 1, 0);
  run_empty();
  EXPECT_THAT(arrivals.came, ElementsAre(Pair(0, 1920 * nano), Pair(1, 51'920 * nano)));
  EXPECT_EQ(cards[0]->withheld().total(run_until), 0u);
}

// At 5000 ns message 1 has waited since 1920: for a buffer of the card's window, and the card for its wire.
TEST_P(GigeCardTiming, saysWhatItWaitsFor) {
  build(gigabit);
  send(0, 0, 0, 1, 0);
  run(5000 * nano);
  std::vector<Wait> waits;
  bus->report_waits(waits);
  cards[0]->report_waits(waits);
  cards[1]->report_waits(waits);
  EXPECT_EQ(describe_waits(waits),
            "\n  bus.device[0] waits for a buffer of bus.window[0]"
            "\n  card0 waits for the last bit of the message that it sends");
}

// A window that begins at 5000 ns, in the middle of the first message on the wire, ends at 200 us: wire until 10112,
// then 12032-20224; the second message has waited since 1920.
TEST_P(GigeCardTiming, aWindowCountsWhatLiesInIt) {
  build(gigabit);
  send(0, 0, 0, 1, 0);
  run(5000 * nano);
  cards[0]->start_window(5000 * nano);
  run();
  EXPECT_EQ(cards[0]->bytes(), 1024u);
  EXPECT_EQ(cards[0]->taken().total(run_until), (20'224 - 5000) * nano);
  EXPECT_EQ(cards[0]->on_wire().total(run_until), (10'112 - 5000 + 8192) * nano);
  EXPECT_EQ(cards[0]->withheld().total(run_until), (10'112 - 5000) * nano);
}

}  // namespace
}  // namespace isochron::testbench
