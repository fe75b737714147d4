// SPDX-License-Identifier: Apache-2.0
// Metrics over the statistics of a record. Catches a figure where there is nothing to divide by, an instance that two
// patterns take twice, and a statistic of a scope that is not there for the metrics over it.
#include <gtest/gtest.h>

#include <isochron/core/error.h>
#include <isochron/machine/run/metric.h>

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
  EXPECT_EQ(record.metrics.count("sum"), 0u);
  EXPECT_EQ(record.metrics.at("sum and 0").mean, 0);
  for (const char* const empty : {"mean", "max", "part", "of that"})
    EXPECT_TRUE(record.metrics.at(empty).empty()) << empty;
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
