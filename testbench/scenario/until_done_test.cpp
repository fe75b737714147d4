// SPDX-License-Identifier: Apache-2.0
// Machines that run until their work is done: no warm-up, no duration, replications of different length.
#include <gtest/gtest.h>

#include <isochron/app/bounds_text.h>
#include <isochron/app/replication_pool.h>
#include <isochron/app/result_report.h>
#include <isochron/scenario/aggregation.h>
#include <isochron/scenario/flow_judgement.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/replication_seed.h>
#include <isochron/scenario/result_builder.h>
#include <isochron/scenario/result_json.h>
#include <isochron/scenario/run_warnings.h>
#include <isochron/scenario/scenario_loader.h>
#include <isochron/scenario/scenario_point.h>

#include "scenario/fake_job.h"
#include "support/expect_error.h"

namespace isochron {
namespace {

Scenario parse(const std::string& text, const std::vector<std::string>& changes = {}) {
  return ScenarioLoader(test::FakeLibrary(test::fake_jobs())).parse(text, "folder/x.yaml", changes);
}

std::string refusal(const std::string& text, const std::vector<std::string>& changes = {}) {
  return test::message_of<InputError>([&] { parse(text, changes); });
}

std::vector<ReplicationRecord> simulate(MachineDescription& machine, std::uint64_t replications) {
  std::vector<ReplicationTask> tasks;
  for (std::uint64_t i = 0; i < replications; ++i)
    tasks.push_back({&machine, nullptr, {0, 0, replication_seed(1, i)}, nullptr});
  ProgressLine progress("test", ProgressMode::never);
  return ReplicationPool(2, progress).run(tasks);
}

TEST(UntilDone, TimesAreRefusedWhereTheyAreWritten) {
  EXPECT_EQ(refusal("system: fake_job\nmeasure: {replications: 3, duration: 1 s}\n"),
            "folder/x.yaml:2:28: fake_job runs until its work is done: `measure.duration` does not apply. Remove it.");
  EXPECT_EQ(refusal("system: fake_job\n", {"measure.warm_up=0s"}),
            "--set measure.warm_up=0s: fake_job runs until its work is done: `measure.warm_up` does not apply. "
            "Remove it.");
  EXPECT_NE(refusal("system: fake_job\n", {"measure={duration: 1 s}"}).find("`measure.duration` does not apply"),
            std::string::npos);
  EXPECT_NE(refusal("system: fake_job\nmeasure: {duratoin: 1 s}\n").find("Did you mean"), std::string::npos);
}

TEST(UntilDone, NothingIsMissingWithoutTimes) {
  const Scenario scenario = parse("system: fake_job\nmeasure: {replications: 3, seed: 9}\n");
  EXPECT_TRUE(scenario.measure.until_done);
  EXPECT_EQ(scenario.measure.warm_up + scenario.measure.duration, 0u);
  EXPECT_EQ(scenario.measure.replications, 3u);
}

TEST(UntilDone, ResultsHaveTheMeanLength) {
  const Scenario scenario = parse("system: fake_job\nmeasure: {replications: 4}\nvary: {nodes: [3, 4]}\n");
  const MachineType& type = test::fake_jobs().at("fake_job");
  const std::vector<ScenarioPoint> points = resolve_points(scenario, type, test::fake_types());
  const std::vector<ReplicationRecord> records = simulate(*points.front().machine, 4);
  double mean = 0;
  for (const ReplicationRecord& record : records) mean += record.simulated_s / 4;
  EXPECT_NE(records[0].simulated_s, records[1].simulated_s);
  const Result result = build_result(scenario, type, points, {records, records}, {});
  EXPECT_TRUE(result.until_done);
  EXPECT_DOUBLE_EQ(result.simulated_s, mean);
  EXPECT_DOUBLE_EQ(result.points[1].simulated_s, mean);
  EXPECT_TRUE(result.points[0].warnings.empty());
  const nlohmann::ordered_json document = to_json(result);
  EXPECT_DOUBLE_EQ(document["simulated_s"], mean);
  EXPECT_DOUBLE_EQ(document["points"][0]["simulated_s"], mean);
  EXPECT_EQ(document["warm_up_s"], 0.0);
  EXPECT_NE(result_report(result, "raid.bandwidth", {}).find("fake_job, 4 replications until the work is done, 1."),
            std::string::npos);
}

TEST(UntilDone, BoundsHaveTheLoadsOfTheTightest) {
  // ib_pci saturates at 125 MB/s, half of the link's 250 MB/s, so the link carries half of its capacity then.
  const std::string text = bounds_text(test::FakeJob());
  EXPECT_NE(text.find("ib_pci    500.000 MB/s  500.000 MB/s  100.0 %"), std::string::npos) << text;
  EXPECT_NE(text.find("link      125.000 MB/s  250.000 MB/s   50.0 %"), std::string::npos) << text;
  EXPECT_NE(text.find("saturates first, at raid.bandwidth = 125.000 MB/s; the scenario asks for all it can give.\n"),
            std::string::npos)
      << text;
  EXPECT_NE(bounds_text(test::FakeMachine()).find("asks for 120.000 MB/s, 96 % of that.\n"), std::string::npos);
}

/// A machine whose driver is counted, with a processor that works a fraction of the time.
class FakeCounter : public test::FakeMachine {
 public:
  std::pair<std::string, std::string> driver() const override { return {"planes", "1/s"}; }
  std::optional<double> demand() const override { return 1700; }
  std::vector<ResourceBound> bounds() const override {
    return {{"slave.processor", "processor of a slave", 0.5, 1, 3400, "1"}, {"network", "hub", 1e6, 2e6, 6800}};
  }
};

// Catches a bound in bytes of a part that has none, and a prefix where there is no unit for it.
TEST(UntilDone, BoundsHaveTheirUnits) {
  const std::string text = bounds_text(FakeCounter());
  EXPECT_NE(text.find("slave.processor      0.5000      1.0000  50.0 %    3400.000 1/s"), std::string::npos) << text;
  EXPECT_NE(text.find("1.000 MB/s  2.000 MB/s"), std::string::npos) << text;
  EXPECT_NE(text.find("at planes = 3400.000 1/s; the scenario asks for 1700.000 1/s, 50 % of that.\n"),
            std::string::npos)
      << text;
}

ReplicationRecord lasting(double simulated_s, std::vector<double> values) {
  ReplicationRecord record;
  record.simulated_s = simulated_s;
  record.cpu_s = 1;
  record.metrics["throughput"] = {"B/s", simulated_s, simulated_s, simulated_s};
  if (!values.empty()) record.series["throughput"] = {"B/s", 0.5, std::move(values)};
  return record;
}

TEST(UntilDone, ReplicationsOfDifferentLengthAggregate) {
  const PointResult point = aggregate({lasting(1, {2, 4}), lasting(2, {4, 6, 8}), lasting(0.3, {})}, 0.9);
  EXPECT_EQ(point.series.at("throughput").values, (std::vector<double>{3, 5, 8}));
  EXPECT_DOUBLE_EQ(point.simulated_s, 1.1);
  EXPECT_DOUBLE_EQ(*point.metrics.at("throughput").mean, 1.1);
  EXPECT_DOUBLE_EQ(point.performance.simulated_s, 3.3);
  // A series that the first replication is too short for is not lost.
  EXPECT_EQ(aggregate({lasting(0.3, {}), lasting(1, {2})}, 0.9).series.at("throughput").values.size(), 1u);
}

TEST(UntilDone, ProgressCountsReplications) {
  EXPECT_EQ(progress_text("x", {0.64, 1.28, true, 640, 1280}, 4), "x: 50 %, 640 of 1280 replications, 4 s left");
  EXPECT_EQ(progress_text("x", {2, 8, false, 0, 1}, 4),
            "x: 25 %, 0 of 1 replication, 0.5 simulated s a second, 12 s left");
  // Rounded down: 100 % is said of what is finished only.
  EXPECT_EQ(progress_text("x", {0.999, 1, true, 9, 10}, 1000), "x: 99 %, 9 of 10 replications, 1 s left");
}

TEST(UntilDone, ProgressIsBoundedWhenTheEstimateIsTooLow) {
  test::FakeJob machine;
  std::vector<ReplicationTask> tasks;
  for (std::uint64_t i = 0; i < 6; ++i) tasks.push_back({&machine, nullptr, {0, 0, replication_seed(1, i)}, nullptr});
  ProgressLine line("test", ProgressMode::never);
  ReplicationPool pool(2, line);
  pool.run(tasks);
  EXPECT_DOUBLE_EQ(pool.progress().total_s, 6);
  EXPECT_DOUBLE_EQ(pool.progress().done_s, 6);
  EXPECT_EQ(pool.progress().finished, 6u);
  EXPECT_TRUE(pool.progress().estimated);
}

}  // namespace
}  // namespace isochron
