// SPDX-License-Identifier: Apache-2.0
// The counters by themselves: the carry into the high word of the bytes would take a simulation of 4 GiB to reach.
#include <gtest/gtest.h>

#include "Vblock_mover_counters.h"
#include "random.h"

namespace isochron::rtl {
namespace {

/// Places in `counts`.
enum Count : unsigned { moves_at, errors_at, descriptors_at, busy_at, stall_read_at, stall_write_at, stall_address_at };

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
  EXPECT_EQ(model.counts[moves_at], moves);
  EXPECT_EQ(model.counts[errors_at], errors);
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
  EXPECT_EQ(model.counts[busy_at], 100u);
  EXPECT_EQ(model.counts[stall_read_at], 50u);
  EXPECT_EQ(model.counts[stall_write_at], 25u);
  EXPECT_EQ(model.counts[stall_address_at], 10u);
  EXPECT_EQ(model.counts[descriptors_at], 5u);
  // What comes with the clear is gone with it.
  model.busy = model.move_done = 1;
  model.clear = 1;
  clock();
  model.clear = model.busy = model.move_done = 0;
  clock();
  clock();
  EXPECT_EQ(model.counts[busy_at], 0u);
  EXPECT_EQ(model.counts[moves_at], 0u);
  EXPECT_EQ(model.counts[descriptors_at], 0u);
}

}  // namespace
}  // namespace isochron::rtl
