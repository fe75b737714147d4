// SPDX-License-Identifier: Apache-2.0
// The counters by themselves: the carry into the high word of the bytes would take a simulation of 4 GiB to reach.
#include <gtest/gtest.h>

#include "Vblock_mover_counters.h"
#include "random.h"

namespace isochron::rtl {
namespace {

class CountersAlone : public ::testing::Test {
 protected:
  CountersAlone() : model(&context) {
    model.clear = 1;
    clock();
    clock();
    model.clear = 0;
  }

  void clock() {
    model.clk = 0;
    model.eval();
    model.clk = 1;
    model.eval();
  }

  VerilatedContext context;
  Vblock_mover_counters model;
};

TEST_F(CountersAlone, carry_into_the_high_word) {
  Random random(1);
  std::uint64_t bytes = 0, moves = 0, errors = 0, high_before = 0;
  for (unsigned i = 0; i < 5000; ++i) {
    const bool done = random.chance(50);
    model.move_done = done;
    model.move_failed = random.chance(30);
    model.move_bytes = static_cast<std::uint32_t>(random.next());
    if (done) {
      bytes += model.move_bytes;
      ++moves;
      errors += model.move_failed;
    }
    clock();
    // Software that reads high, low, high sees a difference whenever it could have put the wrong words together.
    EXPECT_LE(high_before, model.bytes >> 32);
    high_before = model.bytes >> 32;
  }
  model.move_done = 0;
  for (unsigned i = 0; i < 3; ++i) clock();
  EXPECT_GT(bytes >> 32, 1000u);
  EXPECT_EQ(model.bytes, bytes);
  EXPECT_EQ(model.moves, moves);
  EXPECT_EQ(model.errors, errors);
}

TEST_F(CountersAlone, count_cycles_and_are_cleared_together) {
  model.busy = 1;
  for (unsigned i = 0; i < 100; ++i) {
    model.stall_read = i % 2 == 0;
    model.stall_write = i % 4 == 0;
    model.stall_address = i % 10 == 0;
    model.descriptor_done = i % 20 == 0;
    clock();
  }
  model.busy = model.stall_read = model.stall_write = model.stall_address = model.descriptor_done = 0;
  clock();
  EXPECT_EQ(model.busy_cycles, 100u);
  EXPECT_EQ(model.stall_read_cycles, 50u);
  EXPECT_EQ(model.stall_write_cycles, 25u);
  EXPECT_EQ(model.stall_address_cycles, 10u);
  EXPECT_EQ(model.descriptors, 5u);
  // What comes with the clear is gone with it.
  model.busy = model.move_done = 1;
  model.clear = 1;
  clock();
  model.clear = model.busy = model.move_done = 0;
  clock();
  clock();
  EXPECT_EQ(model.busy_cycles, 0u);
  EXPECT_EQ(model.moves, 0u);
  EXPECT_EQ(model.descriptors, 0u);
}

}  // namespace
}  // namespace isochron::rtl
