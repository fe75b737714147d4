// SPDX-License-Identifier: Apache-2.0
// Figures over the instances of a part. Catches a pattern that takes the parts of a part too, and an order of addition
// that is not that of the indices.
#include <gtest/gtest.h>

#include <isochron/machine/run/metric_rule.h>

namespace isochron::testbench {
namespace {

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

TEST(MetricRule, takesAnIndexForAStarAndNothingElse) {
  ReplicationRecord record = with_raids();
  add_metrics(record, metrics_of({{"raid", {"node[*].raid[*]"}, {{"load", "B/s", ""}}}}), 1);
  const MetricSample& sample = record.metrics.at("raid.load");
  EXPECT_EQ(sample.unit, "B/s");
  EXPECT_DOUBLE_EQ(sample.mean, 4);
  EXPECT_EQ(sample.min, 0);
  EXPECT_EQ(sample.max, 10);
}

TEST(MetricRule, takesSeveralPatternsAndLeavesOutWhatNobodyReports) {
  ReplicationRecord record = with_raids();
  add_metrics(record,
              metrics_of({{"raid", {"node[0].raid[*]", "node[2].raid[*]"}, {{"load", "B/s", ""}}},
                          {"cards", {"node[*].card[*]"}, {{"load", "B/s", ""}}, true},
                          {"disks", {"node[*].disk[*]"}, {{"load", "B/s", ""}}}}),
              1);
  EXPECT_EQ(record.metrics.at("raid.load").max, 2);
  EXPECT_EQ(record.metrics.count("cards.load"), 0u);
  EXPECT_EQ(record.metrics.at("disks.load").mean, 0);
}

TEST(MetricRule, addsInTheOrderOfIndices) {
  ReplicationRecord record;
  record.component_units = {{"x", "1"}};
  // In another order the sum is another double.
  record.components["p[2]"]["x"] = 1e16;
  record.components["p[3]"]["x"] = -1e16;
  record.components["p[10]"]["x"] = 1;
  add_metrics(record, metrics_of({{"p", {"p[*]"}, {{"x", "1", ""}}}}), 1);
  EXPECT_DOUBLE_EQ(record.metrics.at("p.x").mean, 1.0 / 3);
}

// A bare rule's figure is METRIC, in the description as in the record, and its METRIC.PART is another rule's. Mean of
// the loads 0, 2 and 10: 4.
TEST(MetricRule, mayNameTheFigureItself) {
  ReplicationRecord record = with_raids();
  const std::vector<MetricRule> rules{{"raid", {"node[*].raid[*]"}, {{"load", "B/s", "of all"}}, false, true},
                                      {"raid.dma", {"node[*].raid[*].dma[*]"}, {{"load", "B/s", "of it"}}, false, true},
                                      {"card", {"node[*].card[*]"}, {{"load", "B/s", "of none"}}, true, true}};
  add_metrics(record, metrics_of(rules), 1);
  ASSERT_EQ(record.metrics.size(), 2u);
  EXPECT_DOUBLE_EQ(record.metrics.at("raid").mean, 4);
  EXPECT_EQ(record.metrics.at("raid").unit, "B/s");
  EXPECT_DOUBLE_EQ(record.metrics.at("raid.dma").mean, 1000);
  const TypeInfo info = machine_info("cluster", "A cluster", "our own", {}, {}, rules);
  ASSERT_EQ(info.metrics.size(), 3u);
  EXPECT_EQ(info.metrics[0].name, "raid");
  EXPECT_EQ(info.metrics[0].doc, "of all");
  EXPECT_EQ(info.metrics[1].name, "raid.dma");
}

TEST(MetricRule, isDescribedAsItIsReported) {
  const TypeInfo info =
      machine_info("cluster", "A cluster", "our own", {}, infos_of({{{"delay", "s", "on the way"}, 3}}),
                   {{"raid", {"node[*].raid[*]"}, {{"load", "B/s", "what it carries"}}}});
  EXPECT_EQ(info.kind, "system");
  ASSERT_EQ(info.metrics.size(), 2u);
  EXPECT_EQ(info.metrics[0].name, "delay");
  EXPECT_EQ(info.metrics[1].name, "raid.load");
  EXPECT_EQ(info.metrics[1].unit, "B/s");
  EXPECT_EQ(info.metrics[1].doc, "what it carries");
}

}  // namespace
}  // namespace isochron::testbench
