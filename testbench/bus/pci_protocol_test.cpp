// SPDX-License-Identifier: Apache-2.0
// Bus clocks counted from the rules of PCI 2.2, one by one. Clock n is the n-th after the request; what happens in it
// ends with the rising edge n, at floor(n x 10^9 / 66667) ps (66.667 MHz).
#include <gmock/gmock.h>

#include "support/pci_bench.h"

namespace isochron::testbench {
namespace {

using testing::ElementsAre;

constexpr Time edge(std::uint64_t clock) {
  return clock * 1'000'000'000 / 66'667;
}

class PciProtocol : public PciBench {
 protected:
  PciProtocol() { config.timing = PciTimingMode::protocol; }
};
INSTANTIATE_TEST_SUITE_P(Styles, PciProtocol, testing::ValuesIn(all_styles), name_of_style);

// Clocks 1, 2: REQ# to GNT# (3.4.1). 3: address phase. 4: waiting for DEVSEL#. 5: DEVSEL# (medium), TRDY#: first data
// phase. 5 to 20: 16 data phases of 8 B. 20 clocks: 20 x 14999.925... = 299998.5 ps.
TEST_P(PciProtocol, sixteenBeatWriteMediumDecode) {
  EXPECT_THAT(done({{0, 0, 128}}), ElementsAre(299'998u));
}

// Fast decode: the first data phase follows the address phase: 2 + 1 + 16 = 19 clocks.
TEST_P(PciProtocol, sixteenBeatWriteFastDecode) {
  config.clocks.devsel = 1;
  EXPECT_THAT(done({{0, 0, 128}}), ElementsAre(284'998u));
}

// Slow decode: two clocks of waiting: 2 + 1 + 2 + 16 = 21.
TEST_P(PciProtocol, sixteenBeatWriteSlowDecode) {
  config.clocks.devsel = 3;
  EXPECT_THAT(done({{0, 0, 128}}), ElementsAre(314'998u));
}

// A request between two edges is seen at the next: at 1 ps it counts from edge 1.
TEST_P(PciProtocol, requestsAreSampledOnTheGrid) {
  EXPECT_THAT(done({{0, 1, 128}, {1, edge(100), 128}, {2, edge(200) + 1, 128}}),
              ElementsAre(edge(21), edge(120), edge(221)));
}

// 100 B are 13 data phases, the last with byte enables for 4: 2 + 2 + 13 = 17 clocks. 1 B: 5.
TEST_P(PciProtocol, aPartOfABeatTakesAClock) {
  EXPECT_THAT(done({{0, 0, 100}, {0, edge(100), 1}}), ElementsAre(edge(17), edge(105)));
}

// A: 1-2 arbitration, 3 address, 4 wait, 5-20 data. 21 turnaround (3.4.2; arbitration is hidden). B: 22 address, 23
// wait, 24-39 data. 40 turnaround. A: 41, 42, 43-58 data. 59 turnaround. B: 60, 61, 62-77 data.
TEST_P(PciProtocol, twoMastersInTurns) {
  EXPECT_THAT(done({{0, 0, 256}, {1, 0, 256}}), ElementsAre(edge(58), edge(77)));
}

// Five idle clocks instead of one: A: 1-20. 21-25. B: 26, 27, 28-43.
TEST_P(PciProtocol, turnaround) {
  config.clocks.turnaround = 5;
  EXPECT_THAT(done({{0, 0, 128}, {1, 0, 128}}), ElementsAre(edge(20), edge(43)));
}

// B comes when the bus falls idle, at edge 20, and has to arbitrate: 21-22, 23 address, 24 wait, 25-40 data.
TEST_P(PciProtocol, arbitrationOnAnIdleBus) {
  EXPECT_THAT(done({{0, 0, 128}, {1, edge(20), 128}}), ElementsAre(edge(20), edge(40)));
}

// A burst ends after 128 B, alone too: 1-20; 21 idle, 22 address, 23 wait, 24-39 data.
TEST_P(PciProtocol, aLongMessageTakesSeveralBursts) {
  EXPECT_THAT(done({{0, 0, 256}}), ElementsAre(edge(39)));
}

// A target's disconnect keeps the master off for 4 clocks instead of the one of turnaround: 1-20; 21-24; 25, 26, 27-42.
TEST_P(PciProtocol, disconnect) {
  config.clocks.disconnect = 4;
  EXPECT_THAT(done({{0, 0, 256}}), ElementsAre(edge(42)));
}

// Latency timer 8: FRAME# is asserted in clock 3, the timer runs out with clock 11 (3.5.4.1), GNT# is B's: A stops with
// the data phase of clock 11, the 7th: 56 B. 128 B are 7 + 7 + 2 data phases. A: 3, 4, 5-11. 12. B: 13, 14, 15-21. 22.
// A: 23, 24, 25-31. 32. B: 33, 34, 35-41. 42. A: 43, 44, 45-46. 47. B: 48, 49, 50-51.
TEST_P(PciProtocol, latencyTimerCutsABurst) {
  config.clocks.latency_timer = 8;
  EXPECT_THAT(done({{0, 0, 128}, {1, 0, 128}}), ElementsAre(edge(46), edge(51)));
}

// The timer has run out before the first data phase: one data phase a transaction. 16 B are two.
// A: 3, 4, 5. 6. B: 7, 8, 9. 10. A: 11, 12, 13. 14. B: 15, 16, 17.
TEST_P(PciProtocol, latencyTimerOfZeroGivesOneBeatATurn) {
  config.clocks.latency_timer = 0;
  EXPECT_THAT(done({{0, 0, 16}, {1, 0, 16}}), ElementsAre(edge(13), edge(17)));
}

// A wait clock before each data phase but the first: 2 + 2 + 1 + 15 x 2 = 35. Three before the first: 38.
TEST_P(PciProtocol, waitStates) {
  config.clocks.wait_states = 1;
  config.clocks.latency_timer = 255;
  EXPECT_THAT(done({{0, 0, 128}}), ElementsAre(edge(35)));
}

TEST_P(PciProtocol, waitStatesAndInitialLatency) {
  config.clocks.wait_states = 1;
  config.clocks.initial_latency = 3;
  config.clocks.latency_timer = 255;
  EXPECT_THAT(done({{0, 0, 128}}), ElementsAre(edge(38)));
}

// The target has no buffer: 1-2 arbitration, 3 address, 4 wait, 5 DEVSEL# with STOP# (Retry, 3.3.3.2.1). At 100 ns,
// between edges 6 and 7, there is one; from edge 7: 8-9 arbitration, 10 address, 11 wait, 12-27 data.
TEST_P(PciProtocol, aRetriedWriteComesAgainWhenThereIsABuffer) {
  withhold(0, {100 * nanosecond});
  EXPECT_THAT(done({{0, 0, 128}}), ElementsAre(edge(27)));
}

// The buffer is there at 50 ns, while the refused attempt is on the bus until edge 5: 6-7, 8, 9, 10-25.
TEST_P(PciProtocol, aBufferThatComesDuringTheAttemptIsTakenAfterIt) {
  withhold(0, {50 * nanosecond});
  EXPECT_THAT(done({{0, 0, 128}}), ElementsAre(edge(25)));
}

// The attempt takes the bus from others: A's 1-5. 6 turnaround. B: 7 address, 8 wait, 9-24 data. A, from 100 ns (edge
// 7): 25 turnaround, 26, 27, 28-43.
TEST_P(PciProtocol, aRetryCostsTheOtherMaster) {
  withhold(0, {100 * nanosecond});
  EXPECT_THAT(done({{0, 0, 128}, {1, 0, 128}}), ElementsAre(edge(43), edge(24)));
}

// 32 bit: 32 data phases: 2 + 2 + 32 = 36.
TEST_P(PciProtocol, width32) {
  config.width = 32;
  config.clocks.latency_timer = 64;
  EXPECT_THAT(done({{0, 0, 128}}), ElementsAre(edge(36)));
}

// PCI-X: 1-2 arbitration, 3 address, 4 attribute phase, 5 wait, 6-21 data.
TEST_P(PciProtocol, pciXAttributePhase) {
  config.clocks.address = 2;
  EXPECT_THAT(done({{0, 0, 128}}), ElementsAre(edge(21)));
}

// 133 MHz: 20 clocks of 7518.8 ps are 150375.9 ps.
TEST_P(PciProtocol, otherClocks) {
  config.clock = 133'000'000;
  EXPECT_THAT(done({{0, 0, 128}}), ElementsAre(150'375u));
}

// switch_unit: message. A's two bursts, 1-39, without B between. 40 turnaround. B: 41, 42, 43-58.
TEST_P(PciProtocol, wholeMessagesInTurn) {
  config.switch_unit = SwitchUnit::message;
  EXPECT_THAT(done({{0, 0, 256}, {1, 0, 128}}), ElementsAre(edge(39), edge(58)));
}

}  // namespace
}  // namespace isochron::testbench
