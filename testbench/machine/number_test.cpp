// SPDX-License-Identifier: Apache-2.0
// Numbers of machine files: dimensions, and exactness where doubles would round.
#include <isochron/machine/language/number.h>

#include <gtest/gtest.h>

#include <isochron/scenario/units.h>
#include <isochron/scenario/value_error.h>

namespace isochron {
namespace {

Number of(const char* text, Quantity quantity) {
  return Number::stored(parse_stored(text, quantity), quantity);
}

TEST(Number, RatesTimesAndSizesFitTogether) {
  const Number rate = of("240 MB/s", Quantity::data_rate), time = of("2 ms", Quantity::duration);
  EXPECT_EQ(rate * time, of("480 kB", Quantity::bytes));
  EXPECT_EQ(of("480 kB", Quantity::bytes) / time, rate);
  EXPECT_EQ(of("480 kB", Quantity::bytes) / rate, time);
  EXPECT_EQ(of("50 /s", Quantity::event_rate) * of("1 MB", Quantity::bytes), of("50 MB/s", Quantity::data_rate));
  EXPECT_EQ(of("50 MB/s", Quantity::data_rate) / of("1 MB", Quantity::bytes), of("50 /s", Quantity::event_rate));
  EXPECT_EQ(of("66 MHz", Quantity::frequency) * of("64 bit", Quantity::bits), of("528 MB/s", Quantity::data_rate));
  EXPECT_EQ(of("66 MHz", Quantity::frequency) * of("1 us", Quantity::duration), Number::whole(66));
}

TEST(Number, ThirdsComeBackWhole) {
  const Number third = of("100 MB/s", Quantity::data_rate) / Number::whole(3);
  EXPECT_FALSE(third.is_whole());
  EXPECT_EQ(third + third + third, of("100 MB/s", Quantity::data_rate));
  EXPECT_EQ(third.to_stored(Quantity::data_rate), 266'666'667u);
}

TEST(Number, StoredIsWholeOrRefused) {
  EXPECT_EQ(of("30 %", Quantity::fraction).to_stored(Quantity::fraction), 300'000u);
  EXPECT_THROW((Number::whole(7) / Number::whole(2)).to_stored(Quantity::count), ValueError);
  EXPECT_THROW((Number::whole(1) - Number::whole(2)).to_stored(Quantity::count), ValueError);
  EXPECT_THROW(of("1 MB", Quantity::bytes).to_stored(Quantity::duration), ValueError);
  EXPECT_THROW((of("1 B", Quantity::bytes) / Number::whole(3)).to_stored(Quantity::bytes), ValueError);
}

TEST(Number, WhatDoesNotFitIsRefused) {
  const Number size = of("1 MB", Quantity::bytes), time = of("1 ms", Quantity::duration);
  EXPECT_THROW(size + time, ValueError);
  EXPECT_THROW(size * size, ValueError);
  EXPECT_THROW(time / size, ValueError);
  EXPECT_THROW(compare(size, time), ValueError);
  EXPECT_THROW(size / Number::whole(0), ValueError);
  EXPECT_THROW(modulo(size, Number::whole(2)), ValueError);
  EXPECT_THROW(modulo(Number::whole(7), Number::whole(0)), ValueError);
  Number large = Number::whole(~std::uint64_t{0});
  large = large * Number::whole(1'000'000'000);
  EXPECT_THROW(large * large, ValueError);
}

TEST(Number, ModuloIsNeverNegative) {
  for (int a = -7; a <= 7; ++a)
    for (int b = 1; b <= 4; ++b) {
      const Number rest = modulo(Number(a, 1, Dimension::plain), Number::whole(static_cast<std::uint64_t>(b)));
      EXPECT_EQ(rest, Number((a % b + b) % b, 1, Dimension::plain)) << a << " mod " << b;
    }
}

}  // namespace
}  // namespace isochron
