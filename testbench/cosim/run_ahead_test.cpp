// SPDX-License-Identifier: Apache-2.0
// A clock that runs ahead of the kernel gives the picoseconds that one with an event an edge gives.
#include <gtest/gtest.h>

#include "mover_place.h"

namespace isochron::cosim {
namespace {

TEST(ClockOnDemand, RunsAheadOfTheKernelWithTheSameResults) {
  RandomMoves random(11);
  const Regime regime{"", 70 * nanosecond, 33 * nanosecond, 500 * nanosecond, 5, 2000};
  const std::vector<MoverPlace::Batch> batches = {{regime, random.batch(regime, 60)}};
  MoverPlace ahead("ahead", BlockMoverModule::Implementation::rtl, batches, 1, true);
  MoverPlace beside("beside", BlockMoverModule::Implementation::rtl, batches, 1, false);
  sc_core::sc_start();
  ASSERT_EQ(ahead.outcomes().size(), 60u);
  ASSERT_EQ(beside.outcomes().size(), 60u);
  for (std::size_t i = 0; i < 60; ++i) {
    EXPECT_EQ(ahead.outcomes()[i].requested, beside.outcomes()[i].requested);
    EXPECT_EQ(ahead.outcomes()[i].done, beside.outcomes()[i].done);
    EXPECT_EQ(ahead.outcomes()[i].result.error, beside.outcomes()[i].result.error);
  }
  EXPECT_EQ(ahead.mover().cycles(), beside.mover().cycles());
  EXPECT_FALSE(ahead.mover().active());
}

}  // namespace
}  // namespace isochron::cosim
