// SPDX-License-Identifier: Apache-2.0
// The interrupt module alone against a model, cycle by cycle, with events and clearing writes in any cycle.
#include <gtest/gtest.h>

#include <cstdint>

#include "Vinterrupt_causes.h"
#include "random.h"

namespace isochron::rtl {
namespace {

/// What the registers promise, from the events up to the last cycle.
struct Model {
  unsigned status = 0;
  unsigned pending = 0;
  unsigned age = 0;  ///< cycles since the first that waits

  void clock(unsigned enable, unsigned count, unsigned timeout, unsigned clear, unsigned moves, bool end, bool error,
             bool& irq) {
    irq = status & enable;
    const bool fire = (count && pending >= count) || (timeout && pending && age >= timeout);
    status &= ~clear;
    status |= (moves ? 1u : 0) | (end ? 2u : 0) | (error ? 4u : 0) | (fire ? 8u : 0);
    const auto waiting = (fire ? 0 : pending) + moves;
    // The first that waits is new when nothing waited before it.
    age = fire || !pending ? 1 : age + 1;
    pending = waiting > 65535 ? 65535 : waiting;
  }
};

class InterruptAlone : public ::testing::TestWithParam<unsigned> {
 protected:
  void clock() {
    model.clk = 0;
    model.eval();
    model.clk = 1;
    model.eval();
  }

  VerilatedContext context;
  Vinterrupt_causes model{&context, "interrupt"};
};

TEST_P(InterruptAlone, does_what_the_registers_promise) {
  Random random(GetParam());
  for (unsigned round = 0; round < 40; ++round) {
    Model expected;
    model.rst = 1;
    clock();
    clock();
    model.rst = 0;
    model.enable = static_cast<unsigned>(random.below(16));
    model.coalesce_count = static_cast<unsigned>(random.below(6));
    model.coalesce_timeout = static_cast<unsigned>(random.chance(50) ? 0 : 1 + random.below(30));
    const auto rate = 1 + static_cast<unsigned>(random.below(60));
    for (unsigned i = 0; i < 1000; ++i) {
      const bool first = random.chance(rate);
      const bool second = random.chance(rate / 2);
      model.done = static_cast<unsigned>(first) | static_cast<unsigned>(second) << 1;
      model.stopped = random.chance(10);
      model.error = random.chance(10);
      model.clear = random.chance(30) ? static_cast<unsigned>(random.below(16)) : 0;
      bool irq = false;
      expected.clock(model.enable, model.coalesce_count, model.coalesce_timeout, model.clear, first + second,
                     model.stopped, model.error, irq);
      clock();
      ASSERT_EQ(model.status, expected.status) << "cycle " << i;
      ASSERT_EQ(model.pending, expected.pending) << "cycle " << i;
      ASSERT_EQ(model.irq, irq) << "cycle " << i;
    }
  }
}

TEST_P(InterruptAlone, counts_at_most_65535_that_wait) {
  model.rst = 1;
  clock();
  model.rst = 0;
  model.coalesce_count = 0;
  model.coalesce_timeout = 0;
  model.done = 3;
  for (unsigned i = 0; i < 40000; ++i) clock();
  EXPECT_EQ(model.pending, 65535u);
  EXPECT_EQ(model.status, 1u);
}

INSTANTIATE_TEST_SUITE_P(Seeds, InterruptAlone, ::testing::Range(1u, 5u));

}  // namespace
}  // namespace isochron::rtl
