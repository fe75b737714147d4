// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/units.h>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/scenario/value_error.h>

#include "support/expect_error.h"

namespace isochron {
namespace {

using test::message_of;

std::string refusal(const std::string& text, Quantity quantity) {
  return message_of<ValueError>([&] { parse_stored(text, quantity); });
}

TEST(Units, AreReadExactly) {
  EXPECT_EQ(parse_stored("66.667 MHz", Quantity::frequency), 66'667'000u);
  EXPECT_EQ(parse_stored("1.77 Gb/s", Quantity::data_rate), 1'770'000'000u);
  EXPECT_EQ(parse_stored("240 MB/s", Quantity::data_rate), 1'920'000'000u);
  EXPECT_EQ(parse_stored("8.4 ms", Quantity::duration), 8'400'000'000u);
  EXPECT_EQ(parse_stored("0.1 ns", Quantity::duration), 100u);
  EXPECT_EQ(parse_stored("128 KiB", Quantity::bytes), 131'072u);
  EXPECT_EQ(parse_stored("1 kB", Quantity::bytes), 1000u);
  EXPECT_EQ(parse_stored("1 KB", Quantity::bytes), 1000u);
  EXPECT_EQ(parse_stored("0.5 KiB", Quantity::bytes), 512u);
  EXPECT_EQ(parse_stored("64 bit", Quantity::bits), 64u);
  EXPECT_EQ(parse_stored("2 min", Quantity::duration), 120'000'000'000'000u);
}

TEST(Units, TheSpaceIsOptional) {
  EXPECT_EQ(parse_stored("240MB/s", Quantity::data_rate), parse_stored("240 MB/s", Quantity::data_rate));
  EXPECT_EQ(parse_stored(" 7 ", Quantity::count), 7u);
  EXPECT_EQ(parse_stored("\t3us", Quantity::duration), 3'000'000u);
}

TEST(Units, NumbersMayBeWrittenAnyWay) {
  EXPECT_EQ(parse_stored("1e3", Quantity::count), 1000u);
  EXPECT_EQ(parse_stored("1.5e-3 s", Quantity::duration), 1'500'000'000u);
  EXPECT_EQ(parse_stored("+7", Quantity::count), 7u);
  EXPECT_EQ(parse_stored(".5 ns", Quantity::duration), 500u);
  EXPECT_EQ(parse_stored("-0", Quantity::count), 0u);
  EXPECT_EQ(parse_stored("18446744073709551615", Quantity::count), 18446744073709551615u);
  EXPECT_EQ(parse_stored("0e400", Quantity::count), 0u);
}

TEST(Units, WrongOnesAreRefused) {
  EXPECT_NE(refusal("240 MB", Quantity::data_rate).find("is a size, not a data rate"), std::string::npos);
  EXPECT_NE(refusal("240", Quantity::data_rate).find("has no unit"), std::string::npos);
  EXPECT_NE(refusal("240 furlong", Quantity::duration).find("unknown unit"), std::string::npos);
  EXPECT_NE(refusal("7 s", Quantity::count).find("not a plain number"), std::string::npos);
  EXPECT_NE(refusal("-7 s", Quantity::duration).find("is negative"), std::string::npos);
  EXPECT_NE(refusal("seven", Quantity::count).find("is not a plain number"), std::string::npos);
  EXPECT_NE(refusal("", Quantity::count).find("is not a plain number"), std::string::npos);
  EXPECT_NE(refusal(".", Quantity::count).find("is not a plain number"), std::string::npos);
  EXPECT_NE(refusal("0x10", Quantity::count).find("not a plain number"), std::string::npos);
  EXPECT_NE(refusal("nan s", Quantity::duration).find("is not a duration"), std::string::npos);
}

TEST(Units, NothingIsRounded) {
  EXPECT_NE(refusal("0.5", Quantity::count).find("not a whole number"), std::string::npos);
  EXPECT_NE(refusal("0.0001 ns", Quantity::duration).find("not a whole number of ps"), std::string::npos);
  EXPECT_NE(refusal("0.3 B", Quantity::bytes).find("not a whole number of B"), std::string::npos);
  EXPECT_NE(refusal("1.00000000000000000000001", Quantity::count).find("not a whole number"), std::string::npos);
}

TEST(Units, LargeOnesAreRefused) {
  EXPECT_NE(refusal("18446744073709551616", Quantity::count).find("too large"), std::string::npos);
  EXPECT_NE(refusal("1e400", Quantity::count).find("too large"), std::string::npos);
  EXPECT_NE(refusal("99999999999 s", Quantity::duration).find("too large"), std::string::npos);
  EXPECT_NE(refusal(std::string(5000, '9'), Quantity::count).find("too large"), std::string::npos);
}

TEST(Units, SiValuesCarryTheirUnit) {
  EXPECT_EQ(parse_si("119.5 MB/s").value, 119.5e6);
  EXPECT_EQ(parse_si("119.5 MB/s").unit, "B/s");
  EXPECT_EQ(parse_si("1 %").value, 0.01);
  EXPECT_EQ(parse_si("1 %").unit, "1");
  EXPECT_EQ(parse_si("8.4 ms").value, 0.0084);
  EXPECT_EQ(parse_si("0.1").unit, "");
  EXPECT_EQ(parse_si("-3").value, -3);
  EXPECT_NE(message_of<ValueError>([] { parse_si("1e999"); }).find("too large"), std::string::npos);
  EXPECT_NE(message_of<ValueError>([] { parse_si("three"); }).find("not a number"), std::string::npos);
  EXPECT_NE(message_of<ValueError>([] { parse_si("3 bananas"); }).find("unknown unit"), std::string::npos);
}

TEST(Units, AreShownWithTheFewestDigits) {
  EXPECT_EQ(format_stored(1'920'000'000, Quantity::data_rate), "240 MB/s");
  EXPECT_EQ(format_stored(1'770'000'000, Quantity::data_rate), "1.77 Gb/s");
  EXPECT_EQ(format_stored(2'000'000'000, Quantity::data_rate), "2 Gb/s");
  EXPECT_EQ(format_stored(60'000'000, Quantity::data_rate), "7.5 MB/s");
  EXPECT_EQ(format_stored(3'750'000, Quantity::data_rate), "3.75 Mb/s");
  EXPECT_EQ(format_stored(131'072, Quantity::bytes), "128 KiB");
  EXPECT_EQ(format_stored(128, Quantity::bytes), "128 B");
  EXPECT_EQ(format_stored(66'667'000, Quantity::frequency), "66.667 MHz");
  EXPECT_EQ(format_stored(8'400'000'000, Quantity::duration), "8.4 ms");
  EXPECT_EQ(format_stored(240'000, Quantity::duration), "240 ns");
  EXPECT_EQ(format_stored(7, Quantity::count), "7");
}

TEST(Units, WhatIsShownReadsBack) {
  for (const Quantity quantity : {Quantity::bytes, Quantity::duration, Quantity::data_rate, Quantity::frequency})
    for (const std::uint64_t value : {0ull, 1ull, 999ull, 1024ull, 123'456'789ull, 8'000'000'000ull, ~0ull})
      EXPECT_EQ(parse_stored(format_stored(value, quantity), quantity), value) << format_stored(value, quantity);
}

// Of any number of every size, and of rates that were rounded.
RC_GTEST_PROP(Units, whatIsShownReadsBackWhateverItIs, ()) {
  const Quantity quantity = *rc::gen::element(Quantity::count, Quantity::bytes, Quantity::duration, Quantity::data_rate,
                                              Quantity::frequency, Quantity::bits, Quantity::fraction);
  const std::uint64_t value = *rc::gen::arbitrary<std::uint64_t>() >> *rc::gen::inRange(0, 64);
  RC_ASSERT(parse_stored(format_stored(value, quantity), quantity) == value);
}

RC_GTEST_PROP(Units, aRateInABinaryUnitIsShownAsItWasWritten, ()) {
  const auto hundredths = *rc::gen::inRange<std::uint64_t>(101, 10'000);
  RC_PRE(hundredths % 100 != 0);
  std::string text = std::to_string(hundredths / 100) + "." + std::to_string(100 + hundredths % 100).substr(1);
  while (text.back() == '0') text.pop_back();
  const std::uint64_t value = parse_stored(text + " MiB/s", Quantity::data_rate);
  // Nearest to hundredths x 8 x 2^20 / 100.
  RC_ASSERT(value == (hundredths * 8'388'608 + 50) / 100);
  const std::string shown = format_stored(value, Quantity::data_rate);
  RC_ASSERT(parse_stored(shown, Quantity::data_rate) == value);
  RC_ASSERT(shown.size() <= std::max<std::size_t>(text.size() + 6, 13));  // or six digits in another unit
}

RC_GTEST_PROP(Units, dimensionsReadBack, ()) {
  const auto numbers = *rc::gen::nonEmpty(rc::gen::arbitrary<std::vector<std::uint64_t>>());
  RC_ASSERT(parse_dimensions(format_dimensions(numbers), numbers.size()) == numbers);
}

// 3.3 x 8 x 2^20 = 27,682,406.4. A rate of less than 500,000 b/s changes by more than a millionth unless it is near.
TEST(Units, ARateIsRoundedToTheBitWhereNobodyNoticesIt) {
  EXPECT_EQ(parse_stored("3.3 MiB/s", Quantity::data_rate), 27'682'406u);
  EXPECT_EQ(format_stored(27'682'406, Quantity::data_rate), "3.3 MiB/s");
  EXPECT_EQ(parse_stored("1.2345678901 Gb/s", Quantity::data_rate), 1'234'567'890u);
  EXPECT_EQ(parse_stored("1.2345678909 Gb/s", Quantity::data_rate), 1'234'567'891u);
  EXPECT_EQ(parse_stored("1.2345678905 Gb/s", Quantity::data_rate), 1'234'567'891u);
  EXPECT_EQ(parse_stored("500000.5 b/s", Quantity::data_rate), 500'001u);
  EXPECT_NE(refusal("499999.5 b/s", Quantity::data_rate).find("not a whole number of b/s"), std::string::npos);
  // 0.4 of 400,000.4 is less than a millionth of it, 0.4 of 399,999.4 is more.
  EXPECT_EQ(parse_stored("400000.4 b/s", Quantity::data_rate), 400'000u);
  EXPECT_NE(refusal("399999.4 b/s", Quantity::data_rate), "");
  EXPECT_EQ(parse_stored("1.0000009 b/s", Quantity::data_rate), 1u);
  EXPECT_NE(refusal("1.000002 b/s", Quantity::data_rate), "");
  EXPECT_EQ(parse_stored("0.9999995 b/s", Quantity::data_rate), 1u);
  EXPECT_NE(refusal("0.4 b/s", Quantity::data_rate), "");
  EXPECT_NE(refusal("1e-400 b/s", Quantity::data_rate), "");
  EXPECT_EQ(parse_stored("3." + std::string(500, '3') + " MiB/s", Quantity::data_rate), 27'962'027u);
  EXPECT_NE(refusal("2305843009213693951.99 B/s", Quantity::data_rate), "");  // rounds to 2^64
  // Frequencies and times are never rounded.
  EXPECT_NE(refusal("66.6666667 MHz", Quantity::frequency), "");
}

TEST(Units, FractionsAreMillionths) {
  EXPECT_EQ(parse_stored("0.306", Quantity::fraction), 306'000u);
  EXPECT_EQ(parse_stored("30.6 %", Quantity::fraction), 306'000u);
  EXPECT_EQ(parse_stored("30.6%", Quantity::fraction), 306'000u);
  EXPECT_EQ(parse_stored("0", Quantity::fraction), 0u);
  EXPECT_EQ(parse_stored("1", Quantity::fraction), 1'000'000u);
  EXPECT_EQ(parse_stored("0.000001", Quantity::fraction), 1u);
  EXPECT_NE(refusal("0.0000001", Quantity::fraction).find("not a whole number of millionths"), std::string::npos);
  EXPECT_NE(refusal("-0.1", Quantity::fraction).find("is negative"), std::string::npos);
  EXPECT_NE(refusal("3 MB", Quantity::fraction).find("is not a fraction"), std::string::npos);
  EXPECT_NE(refusal("half", Quantity::fraction).find("is not a fraction"), std::string::npos);
  EXPECT_EQ(format_stored(306'000, Quantity::fraction), "0.306");
  EXPECT_EQ(format_stored(0, Quantity::fraction), "0");
  EXPECT_EQ(format_stored(1'000'000, Quantity::fraction), "1");
  EXPECT_EQ(format_stored(1, Quantity::fraction), "0.000001");
  EXPECT_EQ(to_si(306'000, Quantity::fraction), 0.306);
  EXPECT_EQ(si_unit(Quantity::fraction), "1");
}

TEST(Units, DimensionsAreNumbersWithACrossBetween) {
  const std::vector<std::uint64_t> volume{512, 512, 384};
  EXPECT_EQ(parse_dimensions("512x512x384", 3), volume);
  EXPECT_EQ(parse_dimensions(" 512 x 512 x 384 ", 3), volume);
  EXPECT_EQ(parse_dimensions("512\u00d7512 \u00d7 384", 3), volume);
  EXPECT_EQ(parse_dimensions("512x512\u00d7384", 0), volume);
  EXPECT_EQ(parse_dimensions("7", 1), std::vector<std::uint64_t>{7});
  EXPECT_EQ(format_dimensions(volume), "512x512x384");
  const auto refused = [](const std::string& text) {
    return message_of<ValueError>([&] { parse_dimensions(text, 3); });
  };
  EXPECT_EQ(refused("512x512"), "`512x512` has 2 numbers, 3 are needed");
  EXPECT_NE(refused("512x512x384x1").find("has 4 numbers, 3 are needed"), std::string::npos);
  EXPECT_NE(refused("512").find("has 1 number, 3 are needed"), std::string::npos);
  EXPECT_NE(refused("512x512x").find("is not a plain number"), std::string::npos);
  EXPECT_NE(refused("axbxc").find("`a` is not a plain number"), std::string::npos);
  EXPECT_NE(refused("1x2.5x3").find("not a whole number"), std::string::npos);
  EXPECT_NE(refused("1x-2x3").find("is negative"), std::string::npos);
}

// What is counted a second is no frequency: nobody says k1/s.
TEST(Units, WorkASecondHasNoPrefix) {
  EXPECT_EQ(format_si(3.4, "1/s"), "3.400 1/s");
  EXPECT_EQ(format_si(1068, "1/s"), "1068.000 1/s");
  EXPECT_EQ(format_si_like(0.01, 1068, "1/s"), "0.010 1/s");
  EXPECT_EQ(parse_si("3.4 1/s").value, 3.4);
  EXPECT_EQ(parse_si("3.4 1/s").unit, "1/s");
  EXPECT_NE(message_of<ValueError>([] { parse_si("3 k1/s"); }).find("unknown unit"), std::string::npos);
  EXPECT_EQ(format_si(1068, "Hz"), "1.068 kHz");
}

// A rate of events may be below one a second.
TEST(Units, EventsASecondAreStoredInMillionths) {
  EXPECT_EQ(parse_stored("50 /s", Quantity::event_rate), 50'000'000u);
  EXPECT_EQ(parse_stored("50/s", Quantity::event_rate), 50'000'000u);
  EXPECT_EQ(parse_stored("0.6667 1/s", Quantity::event_rate), 666'700u);
  EXPECT_EQ(format_stored(50'000'000, Quantity::event_rate), "50 /s");
  EXPECT_EQ(format_stored(666'700, Quantity::event_rate), "0.6667 /s");
  EXPECT_EQ(to_si(50'000'000, Quantity::event_rate), 50);
  EXPECT_EQ(si_unit(Quantity::event_rate), "1/s");
  EXPECT_EQ(parse_si("50 /s").value, 50);
  EXPECT_EQ(parse_si("50 /s").unit, "1/s");
  const auto refused = [](const char* text) {
    return message_of<ValueError>([text] { parse_stored(text, Quantity::event_rate); });
  };
  EXPECT_NE(refused("50").find("has no unit"), std::string::npos);
  EXPECT_NE(refused("50 Hz").find("is a frequency, not a number a second"), std::string::npos);
  EXPECT_NE(refused("0.0000001 /s").find("not a whole number of millionths"), std::string::npos);
}

TEST(Units, FiguresAreShownInAFittingUnit) {
  EXPECT_EQ(format_si(120.0012e6, "B/s"), "120.001 MB/s");
  EXPECT_EQ(format_si(0.0084, "s"), "8.400 ms");
  EXPECT_EQ(format_si(0.12345, "1"), "0.1235");
  EXPECT_EQ(format_si(0, "B"), "0.000 B");
  EXPECT_EQ(format_si_like(2000, 120e6, "B/s"), "0.002 MB/s");
}

}  // namespace
}  // namespace isochron
