// SPDX-License-Identifier: Apache-2.0
// Metrics over the statistics of a record. Catches a figure where there is nothing to divide by, an instance that two
// patterns take twice, and a statistic of a scope that is not there for the metrics over it.
#include <gtest/gtest.h>

#include <isochron/core/error.h>
#include <isochron/machine/run/metric.h>
#include <isochron/observe/delay_histogram.h>
#include <isochron/observe/statistic_sink.h>

namespace isochron::testbench {
namespace {

using Kind = MetricTerm::Kind;

MetricTerm over(Kind kind, std::vector<std::string> statistics, double number = 0) {
  return {kind, number, {}, std::move(statistics), {}};
}

MetricTerm operation(Kind kind, MetricTerm left, MetricTerm right) {
  return {kind, 0, {}, {}, {std::move(left), std::move(right)}};
}

Metric formula(const std::string& name, MetricTerm term) {
  return {{name, "1", ""}, Metric::Kind::formula, std::move(term)};
}

ReplicationRecord with_disks() {
  ReplicationRecord record;
  for (const int disk : {1, 2, 10}) {
    record.components["node[0].disk[" + std::to_string(disk) + "]"] = {{"io.count", 1.0 * disk}};
    record.components["node[7].disk[" + std::to_string(disk) + "]"] = {{"io.count", 2.0 * disk}};
  }
  return record;
}

double value_of(ReplicationRecord record, const MetricTerm& term) {
  add_metrics(record, {formula("x", term)}, 4);
  return record.metrics.at("x").mean;
}

// The counts are 1, 2, 10 and 2, 4, 20.
TEST(Metric, isAFunctionOfStatistics) {
  const std::vector<std::string> all{"node[*].disk[*].io.count"};
  EXPECT_EQ(value_of(with_disks(), over(Kind::sum, all)), 39);
  EXPECT_EQ(value_of(with_disks(), over(Kind::mean, all)), 6.5);
  EXPECT_EQ(value_of(with_disks(), over(Kind::min, all)), 1);
  EXPECT_EQ(value_of(with_disks(), over(Kind::max, all)), 20);
  EXPECT_EQ(value_of(with_disks(), over(Kind::quantile, all, 0.5)), 2);
  EXPECT_EQ(value_of(with_disks(), over(Kind::quantile, all, 0.51)), 4);
}

TEST(Metric, takesEveryStatisticOnce) {
  EXPECT_EQ(value_of(with_disks(), over(Kind::sum, {"node[0].disk[*].io.count", "node[*].disk[1].io.count"})), 15);
}

ReplicationRecord with_raids() {
  ReplicationRecord record;
  record.component_units = {{"load", "B/s"}};
  for (const int node : {0, 2, 10}) {
    const std::string raid = "node[" + std::to_string(node) + "].raid[1]";
    record.components[raid]["load"] = node;
    record.components[raid + ".dma[0]"]["load"] = 1000;
  }
  return record;
}

Metric spread(const std::string& name, const std::string& unit, std::vector<std::string> statistics) {
  return {{name, unit, ""}, Metric::Kind::spread, over(Kind::sum, std::move(statistics))};
}

// A star is an index: `dma[0]` of a raid is no raid.
TEST(Metric, isASpreadOverInstances) {
  ReplicationRecord record = with_raids();
  add_metrics(record, {spread("raid.load", "B/s", {"node[*].raid[*].load"})}, 1);
  const MetricSample& sample = record.metrics.at("raid.load");
  EXPECT_EQ(sample.unit, "B/s");
  EXPECT_DOUBLE_EQ(sample.mean, 4);
  EXPECT_EQ(sample.min, 0);
  EXPECT_EQ(sample.max, 10);
}

TEST(Metric, isASpreadOverSeveralPatternsAndNoneOverNothing) {
  ReplicationRecord record = with_raids();
  add_metrics(record,
              {spread("raid.load", "B/s", {"node[0].raid[*].load", "node[2].raid[*].load"}),
               spread("cards.load", "B/s", {"node[*].card[*].load"})},
              1);
  EXPECT_EQ(record.metrics.at("raid.load").max, 2);
  EXPECT_EQ(record.metrics.count("cards.load"), 0u);
}

TEST(Metric, addsInTheOrderOfIndices) {
  ReplicationRecord record;
  record.component_units = {{"x", "1"}};
  // In another order the sum is another double.
  record.components["p[2]"]["x"] = 1e16;
  record.components["p[3]"]["x"] = -1e16;
  record.components["p[10]"]["x"] = 1;
  add_metrics(record, {spread("p.x", "1", {"p[*].x"})}, 1);
  EXPECT_DOUBLE_EQ(record.metrics.at("p.x").mean, 1.0 / 3);
}

// 0 over 0 packets is no value, and packets that nobody counts are no metric.
TEST(Metric, isLeftOutWhereNothingThatItNamesIsReported) {
  ReplicationRecord record;
  record.components["sink"] = {{"packets", 0}, {"late", 0}};
  const auto late = [](const std::string& part) {
    return operation(Kind::over, over(Kind::sum, {part + ".late"}), over(Kind::sum, {part + ".packets"}));
  };
  add_metrics(record, {formula("late", late("sink")), formula("late_at_clients", late("client[*]"))}, 1);
  EXPECT_TRUE(record.metrics.at("late").empty());
  EXPECT_EQ(record.metrics.count("late_at_clients"), 0u);
}

TEST(Metric, mergesTheSamplesOfAllParts) {
  ReplicationRecord record;
  StatisticSink sink(record, 0, second);
  DelayHistogram all;
  for (const Time first : {3 * millisecond, 7 * microsecond, 2 * second}) {
    DelayHistogram one;
    for (Time at = first; at < 5 * first; at += first / 3) {
      one.add(at);
      all.add(at);
    }
    sink.part("disk[" + std::to_string(first % 7) + "]").distribution("wait", one);
  }
  sink.part("reader").distribution("wait", all);
  const Metric merged{{"wait", "s", "", true}, Metric::Kind::merged, over(Kind::sum, {"disk[*].wait"})};
  const Metric of_none{{"none", "s", "", true}, Metric::Kind::merged, over(Kind::sum, {"bus.wait"})};
  add_metrics(record, {merged, of_none, formula("mean", {Kind::metric, 0, "wait"})}, 1);
  const HistogramSample &found = record.histograms.at("wait"), right = all.sample();
  EXPECT_EQ(found.count, right.count);
  EXPECT_EQ(found.sum, right.sum);
  EXPECT_EQ(found.min, right.min);
  EXPECT_EQ(found.max, right.max);
  ASSERT_EQ(found.bins.size(), right.bins.size());
  for (std::size_t i = 0; i < right.bins.size(); ++i) EXPECT_EQ(found.bins[i].count, right.bins[i].count);
  EXPECT_EQ(record.metrics.at("mean").mean, right.sum / static_cast<double>(right.count));
  EXPECT_EQ(record.histograms.count("none"), 0u);
  EXPECT_EQ(record.components.at("reader").count("wait"), 0u);
}

TEST(Metric, isAnOperationOnOthers) {
  ReplicationRecord record = with_disks();
  record.histograms["delay"] = {"s", 4, 6, 0, 3, {}};
  add_metrics(
      record,
      {formula("ios", over(Kind::sum, {"node[0].disk[*].io.count"})),
       formula("rate", operation(Kind::over, {Kind::metric, 0, "ios", {}, {}}, {Kind::window, 0, {}, {}, {}})),
       formula("delays", operation(Kind::times, {Kind::metric, 0, "delay", {}, {}}, {Kind::number, 2, {}, {}, {}}))},
      4);
  EXPECT_EQ(record.metrics.at("rate").mean, 13.0 / 4);
  EXPECT_EQ(record.metrics.at("delays").mean, 3);
}

TEST(Metric, hasNoSampleWhereThereIsNothing) {
  ReplicationRecord record = with_disks();
  const std::vector<std::string> none{"node[*].card[*].io.count"};
  const MetricTerm nothing = over(Kind::sum, none);
  add_metrics(
      record,
      {formula("sum", nothing), formula("sum and 0", operation(Kind::plus, nothing, {Kind::number, 0, "", {}, {}})),
       formula("mean", over(Kind::mean, none)), formula("max", over(Kind::max, none)),
       formula("part", operation(Kind::over, over(Kind::sum, {"node[0].disk[1].io.count"}), nothing)),
       formula("of that", operation(Kind::plus, {Kind::metric, 0, "part", {}, {}}, nothing))},
      4);
  EXPECT_EQ(record.metrics.at("sum and 0").mean, 0);
  for (const char* const absent : {"sum", "mean", "max"}) EXPECT_EQ(record.metrics.count(absent), 0u) << absent;
  for (const char* const empty : {"part", "of that"}) EXPECT_TRUE(record.metrics.at(empty).empty()) << empty;
}

TEST(Metric, mayBeOverStatisticsOfScopes) {
  ReplicationRecord record = with_disks();
  Metric scope{{"ios", "1", ""}, Metric::Kind::statistic, over(Kind::sum, {"disk[*].io.count"})};
  scope.instances = {"node[0]", "node[3]", "node[7]"};  // node[3] is down
  add_metrics(record, {{{"node.ios", "1", ""}, Metric::Kind::spread, over(Kind::sum, {"node[*].ios"})}, scope}, 4);
  EXPECT_EQ(record.components.at("node[7]").at("ios"), 26);
  EXPECT_EQ(record.components.count("node[3]"), 0u);
  EXPECT_EQ(record.component_units.at("ios"), "1");
  EXPECT_EQ(record.metrics.at("node.ios").mean, 19.5);
  EXPECT_EQ(record.metrics.at("node.ios").min, 13);
}

// Two parts move 100 and 300 B in the first half second, 0 and 500 B in the second.
TEST(Metric, mayBeASeries) {
  ReplicationRecord record;
  record.amounts["raid[0]"]["moved"] = {"B/s", 0.5, {100, 0}};
  record.amounts["raid[1]"]["moved"] = {"B/s", 0.5, {300, 500}};
  record.amounts["disk[0]"]["moved"] = {"B/s", 0.5, {7, 7}};
  const Metric series{{"raid.moved", "B/s", ""}, Metric::Kind::series, over(Kind::sum, {"raid[*].moved"})};
  add_metrics(record, {series}, 1);
  EXPECT_EQ(record.series.at("raid.moved").values, (std::vector<double>{400, 500}));
  EXPECT_EQ(record.series.at("raid.moved").interval_s, 0.5);
  record.amounts["raid[1]"]["moved"].interval_s = 1;
  EXPECT_THROW(add_metrics(record, {series}, 1), ModelError);
}

TEST(ComponentUnits, mayDifferByPart) {
  const ComponentUnits units{{"load", "B/s"}, {"queue/load", "1"}};
  EXPECT_EQ(unit_of(units, "link", "load"), "B/s");
  EXPECT_EQ(unit_of(units, "queue", "load"), "1");
}

}  // namespace
}  // namespace isochron::testbench
