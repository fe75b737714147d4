// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/observe/delay_histogram.h>

namespace isochron {
namespace {

/// Delays of every magnitude, edges of bins among them.
rc::Gen<Time> delays() {
  return rc::gen::oneOf(rc::gen::inRange<Time>(0, 200 * nanosecond), rc::gen::inRange<Time>(0, 20 * second),
                        rc::gen::map(rc::gen::inRange(0, 1200), [](int i) { return LogLinearAxis::lower(i); }),
                        rc::gen::map(rc::gen::inRange(1, 1200), [](int i) { return LogLinearAxis::lower(i) - 1; }));
}

RC_GTEST_PROP(LogLinearAxis, everyDelayLiesInItsBin, ()) {
  const Time delay = *delays();
  const int bin = LogLinearAxis().index(delay);
  RC_ASSERT(bin >= 0);
  RC_ASSERT(bin < LogLinearAxis().size());
  RC_ASSERT(LogLinearAxis::lower(bin) <= delay);
  RC_ASSERT(delay < LogLinearAxis::lower(bin + 1));
}

TEST(LogLinearAxis, binsAreAtMostThreePercentWide) {
  for (int i = 0; i < LogLinearAxis().size(); ++i) {
    const Time lower = LogLinearAxis::lower(i);
    const Time width = LogLinearAxis::lower(i + 1) - lower;
    ASSERT_GT(width, 0u) << i;
    ASSERT_LE(width, std::max<Time>(nanosecond, lower / 32)) << i;
  }
}

// A quantile read from the bins must bracket the exact one, whatever the delays.
RC_GTEST_PROP(DelayHistogram, binsBracketTheExactQuantiles, ()) {
  auto values = *rc::gen::nonEmpty<std::vector<Time>>(rc::gen::container<std::vector<Time>>(delays()));
  DelayHistogram histogram;
  Time sum = 0;
  for (const Time value : values) {
    histogram.add(value);
    sum += value;
  }
  std::sort(values.begin(), values.end());
  const HistogramSample sample = histogram.sample();
  RC_ASSERT(sample.unit == "s");
  RC_ASSERT(sample.count == values.size());
  RC_ASSERT(sample.min == seconds(values.front()));
  RC_ASSERT(sample.max == seconds(values.back()));
  RC_ASSERT(std::abs(sample.sum - seconds(sum)) <= 1e-12 * sample.sum);
  std::uint64_t below = 0;
  for (std::size_t i = 0; i < sample.bins.size(); ++i) {
    const HistogramSample::Bin& bin = sample.bins[i];
    RC_ASSERT(bin.count > 0u);
    if (i > 0) RC_ASSERT(sample.bins[i - 1].upper <= bin.lower);
    for (std::uint64_t n = below; n < below + bin.count; ++n) {
      RC_ASSERT(bin.lower <= seconds(values[n]));
      RC_ASSERT(seconds(values[n]) < bin.upper);
    }
    below += bin.count;
  }
  RC_ASSERT(below == sample.count);
}

// No delay may fall out of the bins while it is in the count, or percentiles go wrong: 104 days, half of what Time
// holds.
TEST(DelayHistogram, countsEveryDelayThereCanBe) {
  DelayHistogram histogram;
  histogram.add(104 * 86'400 * second);
  histogram.add(20'000 * second);
  std::uint64_t in_bins = 0;
  for (const HistogramSample::Bin& bin : histogram.sample().bins) in_bins += bin.count;
  EXPECT_EQ(in_bins, histogram.count());
}

TEST(DelayHistogram, clearForgetsAll) {
  DelayHistogram histogram;
  histogram.add(5 * microsecond);
  histogram.clear();
  EXPECT_EQ(histogram.sample().count, 0u);
  EXPECT_TRUE(histogram.sample().bins.empty());
  EXPECT_EQ(histogram.sample().min, 0);
  EXPECT_EQ(histogram.sample().max, 0);
  histogram.add(7 * microsecond);
  EXPECT_DOUBLE_EQ(histogram.sample().min, 7e-6);
  EXPECT_DOUBLE_EQ(histogram.sample().sum, 7e-6);
}

}  // namespace
}  // namespace isochron
