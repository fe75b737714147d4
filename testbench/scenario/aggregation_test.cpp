// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/aggregation.h>

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isochron/core/error.h>
#include <isochron/scenario/metric_lookup.h>
#include <isochron/scenario/record_codec.h>
#include <isochron/scenario/replication_seed.h>
#include <isochron/scenario/student_t.h>

namespace isochron {
namespace {

ReplicationRecord record(double mean, std::uint64_t fingerprint) {
  ReplicationRecord made;
  made.simulated_s = 5;
  made.warm_up_s = 1;
  made.metrics["raid.bandwidth"] = {"B/s", mean, mean - 1, mean + 2};
  made.histograms["delay"] = {"s", 2, 0.3, 0.1, 0.2, {{0.1, 0.15, 1}, {0.15, 0.2, 1}}};
  made.series["raid.bandwidth"] = {"B/s", 0.5, {mean, mean + 1}};
  made.components["node[0].raid[0]"] = {{"bandwidth", mean}};
  made.component_units = {{"bandwidth", "B/s"}};
  made.fingerprint = fingerprint;
  made.messages = 10;
  made.events = 80;
  made.cpu_s = 0.5;
  made.peak_rss_bytes = fingerprint;
  return made;
}

TEST(StudentT, KnownValues) {
  // Law and Kelton, table T.1: t with 6 degrees of freedom at 0.95 is 1.943.
  const Estimate seven = estimate({1, 2, 3, 4, 5, 6, 7}, 0.9);
  EXPECT_DOUBLE_EQ(seven.mean, 4);
  EXPECT_NEAR(*seven.half_width, 1.943 * 2.160246899 / std::sqrt(7.0), 1e-3);
  EXPECT_FALSE(estimate({3}, 0.9).half_width.has_value());
  EXPECT_EQ(*estimate({0.1, 0.1, 0.1}, 0.9).half_width, 0);
  EXPECT_EQ(estimate({0.1, 0.1, 0.1}, 0.9).mean, 0.1);
}

TEST(Aggregation, MeansAndExtremes) {
  const PointResult point = aggregate({record(10, 1), record(12, 2), record(11, 3)}, 0.9);
  const MetricResult& metric = point.metrics.at("raid.bandwidth");
  EXPECT_DOUBLE_EQ(*metric.mean, 11);
  EXPECT_DOUBLE_EQ(*metric.min, 9);
  EXPECT_DOUBLE_EQ(*metric.max, 14);
  EXPECT_EQ(metric.n, 3u);
  EXPECT_NEAR(*metric.half_width, 2.920 / std::sqrt(3.0), 1e-3);
  EXPECT_EQ(point.histograms.at("delay").bins.front().count, 3u);
  EXPECT_DOUBLE_EQ(*point.metrics.at("delay").mean, 0.15);
  EXPECT_DOUBLE_EQ(*point.metrics.at("delay").percentiles.at("p50"), 0.15);
  EXPECT_DOUBLE_EQ(point.series.at("raid.bandwidth").values.at(1), 12);
  EXPECT_DOUBLE_EQ(point.components.at("node[0].raid[0]").at("bandwidth").mean, 11);
  EXPECT_EQ(point.performance.events, 240u);
  EXPECT_EQ(point.performance.peak_rss_bytes, 3u);
  EXPECT_DOUBLE_EQ(point.performance.simulated_s, 15);
}

TEST(Aggregation, AStatisticHasAUnit) {
  EXPECT_EQ(aggregate({record(10, 1)}, 0.9).component_units,
            (std::map<std::string, std::string>{{"bandwidth", "B/s"}}));
  ReplicationRecord without = record(12, 2);
  without.components["node[0].raid[1]"] = {{"patience", 1}};
  try {
    aggregate({record(10, 1), without}, 0.9);
    FAIL() << "a statistic without a unit was taken";
  } catch (const ModelError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("node[0].raid[1] reports `patience` without a unit"));
  }
}

TEST(Aggregation, OrderOfFingerprintsMatters) {
  EXPECT_NE(combine_fingerprints({1, 2}), combine_fingerprints({2, 1}));
  EXPECT_NE(combine_fingerprints({1}), combine_fingerprints({1, 0}));
}

TEST(Aggregation, PercentilesStayWithinTheSamples) {
  const HistogramSample histogram{"s", 4, 0, 1.2, 3.9, {{1, 2, 2}, {3, 4, 2}}};
  EXPECT_DOUBLE_EQ(percentile(histogram, 0), 1.2);
  EXPECT_DOUBLE_EQ(percentile(histogram, 0.25), 1.5);
  EXPECT_DOUBLE_EQ(percentile(histogram, 0.75), 3.5);
  EXPECT_DOUBLE_EQ(percentile(histogram, 1), 3.9);
}

TEST(Aggregation, OfFieldsToo) {
  ReplicationRecord late = record(12, 2);
  late.histograms["delay"] = {"s", 2, 0.7, 0.3, 0.4, {{0.3, 0.35, 1}, {0.35, 0.4, 1}}};
  const PointResult point = aggregate({record(10, 1), late}, 0.9);
  // t of one degree of freedom at 0.95 is 6.314; the two medians, 0.15 and 0.35, are 0.1 from their mean.
  const double wide = 6.313751514675 * 0.1;
  EXPECT_NEAR(*find_figure(point, "delay.p50")->half_width, wide, 1e-9);
  EXPECT_NEAR(*find_figure(point, "delay.max")->half_width, wide, 1e-9);
  EXPECT_DOUBLE_EQ(*find_figure(point, "delay.p50")->value, 0.2);
  EXPECT_DOUBLE_EQ(*find_figure(point, "delay.p99.9")->value, *find_figure(point, "delay.p999")->value);
  EXPECT_FALSE(find_figure(point, "delay.p98"));
}

TEST(Aggregation, OfNothingHasNoValueAndAName) {
  ReplicationRecord silent = record(10, 1);
  silent.histograms["delay"] = {"s", 0, 0, 0, 0, {}};
  const PointResult point = aggregate({silent, silent}, 0.9);
  EXPECT_EQ(point.metrics.at("delay").n, 0u);
  for (const char* name : {"delay", "delay.min", "delay.max", "delay.half_width", "delay.p99"}) {
    ASSERT_TRUE(find_figure(point, name)) << name;
    EXPECT_FALSE(find_figure(point, name)->value) << name;
    EXPECT_EQ(find_figure(point, name)->unit, "s") << name;
  }
  // One replication with a sample is enough for a mean, and not for an interval.
  const PointResult half = aggregate({record(10, 1), silent}, 0.9);
  EXPECT_EQ(half.metrics.at("delay").n, 1u);
  EXPECT_DOUBLE_EQ(*half.metrics.at("delay").mean, 0.15);
  EXPECT_FALSE(half.metrics.at("delay").half_width);
}

TEST(Seeds, DifferAndStay) {
  EXPECT_NE(replication_seed(1, 0), replication_seed(1, 1));
  EXPECT_NE(replication_seed(1, 1), replication_seed(2, 0));
  // Results of earlier versions depend on it.
  static_assert(replication_seed(1, 0) == mix(mix(1) + 0x9e3779b97f4a7c15u));
}

TEST(RecordCodec, LosesNothing) {
  ReplicationRecord before = record(1.0 / 3, ~0ull);
  before.metrics["odd"] = {"1", 1e-300, -0.0, 1e300};
  const ReplicationRecord after = decode_record(encode_record(before));
  EXPECT_EQ(encode_record(after), encode_record(before));
  EXPECT_EQ(after.metrics.at("raid.bandwidth").mean, 1.0 / 3);
  EXPECT_EQ(after.fingerprint, ~0ull);
  EXPECT_EQ(after.histograms.at("delay").bins.size(), 2u);
  EXPECT_ANY_THROW(decode_record("no record"));
  const std::string whole = encode_record(before);
  for (std::size_t length = 0; length < whole.size(); ++length)
    EXPECT_ANY_THROW(decode_record(whole.substr(0, length))) << length;
  EXPECT_ANY_THROW(decode_record(whole + '\0'));
}

TEST(MetricLookup, FindsFigures) {
  const PointResult point = aggregate({record(10, 1), record(12, 2)}, 0.9);
  EXPECT_DOUBLE_EQ(*find_figure(point, "raid.bandwidth")->value, 11);
  EXPECT_DOUBLE_EQ(*find_figure(point, "raid.bandwidth.max")->value, 14);
  EXPECT_DOUBLE_EQ(*find_figure(point, "delay.p50")->value, 0.15);
  EXPECT_DOUBLE_EQ(*find_figure(point, "node[0].raid[0].bandwidth")->value, 11);
  EXPECT_DOUBLE_EQ(*find_figure(point, "performance.events_per_message")->value, 8);
  EXPECT_FALSE(find_figure(point, "raid.bandwidth.p50"));
  EXPECT_FALSE(find_figure(point, "nothing"));
  EXPECT_FALSE(find_figure(point, "node[0].raid[0].nothing"));
  const PointResult single = aggregate({record(1, 1)}, 0.9);
  ASSERT_TRUE(find_figure(single, "raid.bandwidth.half_width"));
  EXPECT_FALSE(find_figure(single, "raid.bandwidth.half_width")->value);
}

}  // namespace
}  // namespace isochron
