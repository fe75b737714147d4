// SPDX-License-Identifier: Apache-2.0
// The paper's lumps (section 6.2.1): a slice of 128 B takes 240 ns, each change of message 45 ns.
#include <gmock/gmock.h>

#include "support/pci_bench.h"

namespace isochron::testbench {
namespace {

using testing::ElementsAre;

constexpr Time ns = nanosecond;

class PciLumps : public PciBench {};
INSTANTIATE_TEST_SUITE_P(Styles, PciLumps, testing::ValuesIn(all_styles), name_of_style);

// 1024 B are 8 slices: 8 x 240 = 1920 ns, and no change, since the bus was idle.
TEST_P(PciLumps, oneMaster) {
  EXPECT_THAT(done({{0, 100 * ns, 1024}}), ElementsAre(2020 * ns));
}

// A slice is a lump: 1000 B take 8 of them, 1 B takes one.
TEST_P(PciLumps, aPartOfASliceCostsAWholeOne) {
  EXPECT_THAT(done({{0, 0, 1000}, {0, 10'000 * ns, 1}}), ElementsAre(1920 * ns, 10'240 * ns));
}

// A: 0-240, change, B: 285-525, change, A: 570-810, change, B: 855-1095.
TEST_P(PciLumps, twoMasters) {
  EXPECT_THAT(done({{0, 0, 256}, {1, 0, 256}}), ElementsAre(810 * ns, 1095 * ns));
}

// A: 0-240. B: 285-525. C: 570-810. B: 855-1095. C: 1140-1380, and alone without a change 1380-1620.
TEST_P(PciLumps, threeMasters) {
  EXPECT_THAT(done({{0, 0, 128}, {1, 0, 256}, {2, 0, 384}}), ElementsAre(240 * ns, 1095 * ns, 1620 * ns));
}

// A's first slice ends at 240, when B comes: the boundary is decided before the entry, so A goes on to 480. B: 525-765.
// A: 810-1050-1290.
TEST_P(PciLumps, entryAtTheInstantOfABoundary) {
  EXPECT_THAT(done({{0, 0, 512}, {1, 240 * ns, 128}}), ElementsAre(1290 * ns, 765 * ns));
}

// A picosecond earlier B is there when the boundary is decided: B: 285-525. A: 570-810-1050-1290.
TEST_P(PciLumps, entryJustBeforeABoundary) {
  EXPECT_THAT(done({{0, 0, 512}, {1, 240 * ns - 1, 128}}), ElementsAre(1290 * ns, 525 * ns));
}

// A ends at 240 and B begins with a change, 285-525. C has come at 240 and takes the last turn: 570-810. B: 855-1095.
TEST_P(PciLumps, entryAtTheInstantOfACompletion) {
  EXPECT_THAT(done({{0, 0, 128}, {1, 0, 256}, {2, 240 * ns, 128}}), ElementsAre(240 * ns, 1095 * ns, 810 * ns));
}

// The message that follows a completed one costs a change: A: 0-240, B: 285-525.
TEST_P(PciLumps, aChangeAfterACompletion) {
  EXPECT_THAT(done({{0, 0, 128}, {1, 240 * ns - 1, 128}}), ElementsAre(240 * ns, 525 * ns));
}

// At 240 the bus has fallen idle: B begins without a change, 240-480.
TEST_P(PciLumps, noChangeOnAnIdleBus) {
  EXPECT_THAT(done({{0, 0, 128}, {1, 240 * ns, 128}}), ElementsAre(240 * ns, 480 * ns));
}

// A device has one place: its second message waits for the first, also while another master uses the bus.
// A1: 0-240, B: 285-525; A2 has come at 240: 570-810. B: 855-1095.
TEST_P(PciLumps, oneDeviceHasOnePlace) {
  const auto results = run({{0, 0, 128}, {0, 0, 128}, {1, 0, 256}});
  EXPECT_EQ(results[0].done, 240 * ns);
  EXPECT_EQ(results[1].entered, 240 * ns);
  EXPECT_EQ(results[1].done, 810 * ns);
  EXPECT_EQ(results[2].done, 1095 * ns);
  // Device 0: place taken 0-810; its second message waited for it 0-240.
  EXPECT_EQ(bus().statistics(0).busy.total(end), 810 * ns);
  EXPECT_EQ(bus().statistics(0).wait_link.total(end), 240 * ns);
  EXPECT_EQ(bus().statistics(0).messages, 2u);
  EXPECT_EQ(bus().statistics(0).bytes, 256u);
  // One or more on the bus 0-1095; two 0-810 (A1 and A2 follow each other in one instant); changes at 240, 525 and 810.
  EXPECT_EQ(bus().busy().total(end), 1095 * ns);
  EXPECT_EQ(bus().contended().total(end), 810 * ns);
  EXPECT_EQ(bus().overhead(end), 135 * ns);
  // Device 0 was on the bus for 810 and had the work slot 0-240 and 525-810 (its change included).
  EXPECT_EQ(bus().wait_slot(0, end), 810 * ns - 240 * ns - 285 * ns);
}

// Its target withholds END_REQ until 1000: 1000-1240. The other window is not concerned: 0-240.
TEST_P(PciLumps, aWithheldEndReqHoldsBackOnlyItsWindow) {
  withhold(0, {1000 * ns});
  const auto results = run({{0, 0, 128}, {1, 0, 128}});
  EXPECT_EQ(results[0].entered, 1000 * ns);
  EXPECT_EQ(results[0].done, 1240 * ns);
  EXPECT_EQ(results[1].done, 240 * ns);
  EXPECT_EQ(bus().statistics(0).wait_buffer.total(end), 1000 * ns);
  EXPECT_EQ(bus().statistics(0).wait_link.total(end), 0u);
  EXPECT_EQ(bus().statistics(1).wait_buffer.total(end), 0u);
}

// Two requests of one window: B was made first and is presented first; A is presented when B is accepted, at 1000, and
// accepted at 1500. B: 1000-1240-1480-1720, and A from 1500: change at 1720? No: at the boundary of 1720 B has a slice
// left, so A: 1765-2005, B: 2050-2290.
TEST_P(PciLumps, requestsOfAWindowKeepTheirOrder) {
  withhold(0, {1000 * ns, 1500 * ns});
  const auto results = run({{0, 100 * ns, 128, 0}, {1, 50 * ns, 512, 0}});
  EXPECT_EQ(results[1].entered, 1000 * ns);
  EXPECT_EQ(results[0].entered, 1500 * ns);
  EXPECT_EQ(results[1].done, 2290 * ns);
  // A is across at 2005, but writes to one window end in the order in which they were accepted (PCI 2.2,
  // section 3.2.5).
  EXPECT_EQ(results[0].done, 2290 * ns);
}

// Both are accepted at 1000, B first. They enter in canonical order, A: 1000-1240, B: 1285-1525; A's end waits for B's.
TEST_P(PciLumps, writesToAWindowEndInOrderOfAcceptance) {
  withhold(0, {1000 * ns});
  EXPECT_THAT(done({{0, 100 * ns, 128, 0}, {1, 50 * ns, 128, 0}}), ElementsAre(1525 * ns, 1525 * ns));
}

// Requests of one instant are made in canonical order: A (device 0) is accepted at once, B only at 700.
TEST_P(PciLumps, requestsOfOneInstantAreMadeInOrderOfDevices) {
  withhold(0, {0, 700 * ns});
  EXPECT_THAT(done({{1, 50 * ns, 128, 0}, {0, 50 * ns, 128, 0}}), ElementsAre(940 * ns, 290 * ns));
}

// switch_unit: message. A keeps the bus for its 4 slices, B follows after a change: 960 + 45 + 240.
TEST_P(PciLumps, wholeMessagesInTurn) {
  config.switch_unit = SwitchUnit::message;
  EXPECT_THAT(done({{0, 0, 512}, {1, 100 * ns, 128}, {2, 0, 128}}), ElementsAre(960 * ns, 1530 * ns, 1245 * ns));
}

}  // namespace
}  // namespace isochron::testbench
