// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <isochron/core/split_mix.h>
#include <isochron/core/weighted_turns.h>

namespace isochron::testbench {
namespace {

constexpr auto a_hundred = [](unsigned) { return std::uint64_t{100}; };

/// Serves the next of `ready`, which are all that have something, an item of 100.
unsigned serve(WeightedTurns& turns, std::uint64_t ready) {
  const WeightedTurns::Turn turn = turns.next(ready, a_hundred);
  turns.take(turn, 100, ready, ready);
  return turn.number;
}

TEST(WeightedTurns, giveBytesInProportion) {
  const std::vector<std::uint64_t> weights = {1, 2, 5, 8};
  WeightedTurns turns(weights);
  SplitMix64 draw(1);
  std::vector<std::uint64_t> heads;
  for (std::size_t i = 0; i < weights.size(); ++i) heads.push_back(20 + draw() % 500);
  std::vector<double> bytes(weights.size());
  double sum = 0;
  for (int i = 0; i < 100'000; ++i) {
    const WeightedTurns::Turn turn = turns.next(0b1111, [&](unsigned one) { return heads[one]; });
    const std::uint64_t length = heads[turn.number];
    turns.take(turn, length, 0b1111, 0b1111);
    heads[turn.number] = 20 + draw() % 500;
    bytes[turn.number] += static_cast<double>(length);
    sum += static_cast<double>(length);
  }
  for (std::size_t i = 0; i < weights.size(); ++i)
    EXPECT_NEAR(bytes[i] / sum, static_cast<double>(weights[i]) / 16, 0.005 * static_cast<double>(weights[i]) / 16);
}

TEST(WeightedTurns, oneThatComesBackGetsNothingForThePast) {
  WeightedTurns turns({1, 1});
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(serve(turns, 0b01), 0u);
  std::vector<unsigned> order;
  for (int i = 0; i < 6; ++i) order.push_back(serve(turns, 0b11));
  EXPECT_EQ(order, (std::vector<unsigned>{1, 0, 1, 0, 1, 0}));
}

// It has something, but may not be served: its credit is as it was before, so that it gets nothing for the past either,
// and loses nothing.
TEST(WeightedTurns, passOverOneThatMayNotGo) {
  WeightedTurns turns({4, 1});
  EXPECT_EQ(turns.next(0b10, a_hundred).number, 1u);
  EXPECT_EQ(turns.next(0, a_hundred).number, WeightedTurns::none);
  // 25 rounds for an item of the first; 25 credits of the second are kept while it is held back.
  EXPECT_EQ(serve(turns, 0b11), 0u);
  for (int i = 0; i < 10; ++i) turns.take(turns.next(0b01, a_hundred), 100, 0b01, 0b11);
  EXPECT_EQ(turns.next(0b10, a_hundred).rounds, 75u);
  // One that has nothing keeps nothing.
  turns.take(turns.next(0b01, a_hundred), 100, 0b01, 0b01);
  EXPECT_EQ(turns.next(0b10, a_hundred).rounds, 100u);
}

TEST(WeightedTurns, tellSixtyFourApart) {
  WeightedTurns turns(std::vector<std::uint64_t>(64, 1));
  for (unsigned i = 0; i < 128; ++i) EXPECT_EQ(serve(turns, ~std::uint64_t{0}), i % 64);
  EXPECT_EQ(serve(turns, std::uint64_t{1} << 63 | 2), 1u);
  EXPECT_EQ(serve(turns, std::uint64_t{1} << 63 | 2), 63u);
}

}  // namespace
}  // namespace isochron::testbench
