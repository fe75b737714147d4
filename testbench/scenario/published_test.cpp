// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/published_comparison.h>

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isochron/scenario/expectation_check.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/result_builder.h>
#include <isochron/scenario/scenario_instances.h>
#include <isochron/scenario/scenario_loader.h>

#include "support/expect_error.h"
#include "support/fake_machine.h"

namespace isochron {
namespace {

/// A scenario of the fake machine, run without processes.
class FakeRun {
 public:
  explicit FakeRun(const std::string& text, const std::string& published = "",
                   const std::vector<std::string>& changes = {})
      : scenario(ScenarioLoader(test::FakeLibrary(test::fake_machines())).parse(text, "x.yaml", changes)),
        points(resolve_points(scenario, type, test::fake_types())) {
    if (!published.empty()) numbers.read("paper: P\nsystem: fake\nnumbers:\n" + published, "p.yaml");
    std::vector<std::vector<ReplicationRecord>> records;
    for (const ScenarioPoint& point : points) {
      records.push_back(
          {point.machine->run({0, 1'000'000'000'000, 1}, {}), point.machine->run({0, 1'000'000'000'000, 2}, {})});
    }
    result = build_result(scenario, type, points, records, numbers);
  }

  std::vector<CheckOutcome> check() const { return check_expectations(scenario, points, numbers, result.points); }

  const MachineType& type = test::fake_machines().at("fake");
  Scenario scenario;
  std::vector<ScenarioPoint> points;
  PublishedNumbers numbers;
  Result result;
};

const std::string plain = "system: fake\n";

PublishedResult only_row(const FakeRun& run) {
  EXPECT_EQ(run.result.published.size(), 1u);
  return run.result.published.empty() ? PublishedResult() : run.result.published.front();
}

TEST(Published, APredictionIsJudged) {
  const FakeRun run(
      plain,
      "- {id: a, where: x, value: 120 MB/s, kind: result, role: prediction, metric: raid.bandwidth, within: 1 %}\n");
  const PublishedResult row = only_row(run);
  EXPECT_TRUE(row.ok.value());
  EXPECT_NEAR(*row.error, 0, 1e-3);
  EXPECT_NEAR(*row.low, 118.8e6, 1);
  EXPECT_EQ(row.unit, "B/s");
}

TEST(Published, AMissIsAMiss) {
  const FakeRun run(plain,
                    "- {id: a, where: x, value: 90 MB/s, kind: result, role: prediction, metric: raid.bandwidth, "
                    "plus_minus: 1 MB/s}\n");
  EXPECT_FALSE(only_row(run).ok.value());
}

TEST(Published, ACalibrationIsNeverAPass) {
  const FakeRun run(
      plain,
      "- {id: a, where: x, value: 120 MB/s, kind: result, role: calibration, metric: raid.bandwidth, within: "
      "1 %, reason: r}\n");
  EXPECT_FALSE(only_row(run).ok.has_value());
  EXPECT_TRUE(only_row(run).error.has_value());
}

TEST(Published, InputsAreTheParameters) {
  const FakeRun run(plain,
                    "- {id: a, where: x, value: 240 ns, kind: parameter, role: input, parameter: pci.slice_time}\n");
  EXPECT_DOUBLE_EQ(*only_row(run).error, 0);
  EXPECT_FALSE(only_row(run).ok.has_value());
}

TEST(Published, SeveralMetricsByTheWorst) {
  const std::string text =
      "- {id: a, where: x, value: calm, kind: claim, role: prediction, metric: [raid_pci.utilisation, "
      "ib_pci.utilisation], at_most: 0.6}\n";
  const PublishedResult row = only_row(FakeRun(plain, text));
  EXPECT_FALSE(row.ok.value());
  EXPECT_NEAR(std::get<double>(row.simulated), 0.9, 1e-3);
  EXPECT_EQ(std::get<std::string>(row.published), "calm");
}

TEST(Published, WordsHaveTheUnitOfTheMetric) {
  const PublishedResult row = only_row(
      FakeRun(plain,
              "- {id: a, where: x, value: plenty, kind: claim, role: prediction, metric: raid.bandwidth, at_least: 110 "
              "MB/s}\n"));
  EXPECT_EQ(row.unit, "B/s");
  EXPECT_TRUE(row.ok.value());
  EXPECT_DOUBLE_EQ(*row.low, 110e6);
}

TEST(Published, ComponentsAndTheLargest) {
  const FakeRun run(plain,
                    "- {id: a, where: x, value: 1, kind: result, role: shown, reason: r, components: {of: "
                    "\"node[*].raid[*]\", statistic: bandwidth, figure: half_width, take: max, unit: B/s}}\n"
                    "- {id: b, where: x, value: bus, kind: claim, role: prediction, largest: {among: "
                    "[raid_pci.utilisation, ib_pci.utilisation], is: ib_pci.utilisation, bound: ib_pci}}\n"
                    "- {id: c, where: x, value: bus, kind: claim, role: prediction, largest: {among: "
                    "[raid_pci.utilisation, ib_pci.utilisation], is: raid_pci.utilisation}}\n");
  ASSERT_EQ(run.result.published.size(), 3u);
  EXPECT_GT(std::get<double>(run.result.published[0].simulated), 0);
  EXPECT_TRUE(run.result.published[1].ok.value());
  EXPECT_EQ(std::get<std::string>(run.result.published[1].simulated), "ib_pci");
  EXPECT_FALSE(run.result.published[2].ok.value());
}

TEST(Published, OnlyWhereItSaysSomething) {
  const std::string number =
      "- {id: a, where: x, value: 120 MB/s, kind: result, role: prediction, metric: raid.bandwidth, within: 1 %, "
      "when: ";
  EXPECT_TRUE(FakeRun(plain, number + "{scenarios: [other]}}\n").result.published.empty());
  EXPECT_EQ(FakeRun(plain, number + "{scenarios: [x], others: default}}\n").result.published.size(), 1u);
  EXPECT_TRUE(FakeRun(plain, number + "{parameters: {nodes: 3}}}\n").result.published.empty());
  EXPECT_TRUE(
      FakeRun("system: fake\nparameters: {nodes: 3}\n", number + "{others: default}}\n").result.published.empty());
  EXPECT_EQ(FakeRun("system: fake\nparameters: {nodes: 3}\n", number + "{parameters: {nodes: 3}, others: default}}\n")
                .result.published.size(),
            1u);
  EXPECT_TRUE(
      FakeRun("system: fake\nnegative_control: true\n", number + "{scenarios: [x]}}\n").result.published.empty());
  EXPECT_TRUE(
      FakeRun("system: fake\ninstances: {\"node[0].raid[0]\": {dma_engines: 2}}\n", number + "{others: default}}\n")
          .result.published.empty());
  const FakeRun sweep("system: fake\nvary: {target_bandwidth: [220 MB/s, 240 MB/s]}\n",
                      number + "{parameters: {target_bandwidth: 240 MB/s}}}\n");
  EXPECT_EQ(only_row(sweep).at, "target_bandwidth = 240 MB/s");
}

TEST(Published, AGainIsOfTwoPointsThatAreOtherwiseAlike) {
  const std::string sweep =
      "system: fake\nvary: {target_bandwidth: [60 MB/s, 120 MB/s, 240 MB/s], controller.dma_engines: [1, 2]}\n";
  const std::string number =
      "- {id: a, where: x, value: 2, kind: result, role: prediction, metric: \"node[0].raid[0].bandwidth\", between: "
      "[1.9999, 2.0001], when: {parameters: {target_bandwidth: 240 MB/s}, relative_to: {target_bandwidth: ";
  // The target halves the bandwidth; the other number of engines would be a thousandth off.
  const FakeRun run(sweep, number + "120 MB/s}}}\n");
  ASSERT_EQ(run.result.published.size(), 2u);
  for (const PublishedResult& row : run.result.published) {
    EXPECT_TRUE(row.ok.value());
    EXPECT_NEAR(std::get<double>(row.simulated), 2, 1e-9);
    EXPECT_EQ(row.unit, "1");
  }
  const FakeRun fourfold(sweep, number + "60 MB/s}}}\n");
  ASSERT_EQ(fourfold.result.published.size(), 2u);
  EXPECT_FALSE(fourfold.result.published[0].ok.value());
  EXPECT_NEAR(std::get<double>(fourfold.result.published[0].simulated), 4, 1e-9);
  EXPECT_TRUE(FakeRun(sweep, number + "80 MB/s}}}\n").result.published.empty()) << "no such point was run";
  EXPECT_TRUE(FakeRun(plain, number + "120 MB/s}}}\n").result.published.empty());
}

// The bandwidth of a controller is half of the target: at most 61 MB/s of it holds up to 120 MB/s with one value of the
// other parameter.
TEST(Published, HowFarAMetricKeepsItsBand) {
  const std::string sweep = "system: fake\nvary: {nodes: [2, 3, 4], target_bandwidth: [240 MB/s, 60 MB/s, 120 MB/s]}\n";
  const auto number = [](const std::string& most, const std::string& when) {
    return "- {id: a, where: x, value: 2, kind: result, role: prediction, within: 1 %, most: {of: target_bandwidth, "
           "metric: raid.bandwidth, " +
           most + "}, when: {" + when + "}}\n";
  };
  const auto simulated = [&](const std::string& most, const std::string& when) {
    return only_row(FakeRun(sweep, number(most, when))).simulated;
  };

  EXPECT_NEAR(std::get<double>(simulated("at_most: 61 MB/s", "parameters: {nodes: 2}")), 120e6, 1);
  EXPECT_NEAR(std::get<double>(simulated("at_most: 500 MB/s", "scenarios: [x]")), 240e6, 1);
  // The mean of two groups by the third, which is alike.
  EXPECT_NEAR(std::get<double>(simulated("at_most: 61 MB/s", "relative_to: {nodes: 4}")), 1, 1e-9);
  // The lowest value leaves the band already.
  EXPECT_FALSE(std::holds_alternative<double>(simulated("at_least: 500 MB/s", "scenarios: [x]")));
  EXPECT_FALSE(only_row(FakeRun(plain, number("at_most: 61 MB/s", "scenarios: [x]"))).ok.value()) << "nothing varies";
}

TEST(Published, WhenASeriesSettles) {
  const std::string number =
      "- {id: a, where: x, value: 25 s, kind: result, role: prediction, within: 10 %, settles: {series: "
      "raid.bandwidth, within: 5 %}}\n";
  FakeRun run(plain, number);
  const auto settled = [&](std::vector<double> values) {
    const double mean = *run.result.points[0].metrics.at("raid.bandwidth").mean;
    for (double& value : values) value *= mean;
    run.result.points[0].series["raid.bandwidth"] = {"B/s", 0.1, values};
    return compare_published(run.numbers, run.scenario, run.type, run.points, run.result.points).front();
  };
  EXPECT_FALSE(only_row(run).ok.value()) << "no series";
  EXPECT_NEAR(std::get<double>(settled({0, 0.9, 1.04, 0.96, 1}).simulated), 0.2, 1e-9);
  EXPECT_EQ(std::get<double>(settled({1, 1}).simulated), 0);
  const PublishedResult late = settled({1, 1, 1.06});
  EXPECT_NEAR(std::get<double>(late.simulated), 0.3, 1e-9);
  EXPECT_EQ(late.unit, "s");
  EXPECT_FALSE(late.ok.value());
}

TEST(Published, OnlyARunOfThatLength) {
  const auto is_judged = [](const std::string& measure, const std::string& wanted) {
    const FakeRun run("system: fake\nmeasure: {" + measure + "}\n",
                      "- {id: a, where: x, value: 120 MB/s, kind: result, role: prediction, metric: raid.bandwidth, "
                      "within: 1 %, when: {measure: {" +
                          wanted + "}}}\n");
    const PublishedResult row = only_row(run);
    EXPECT_EQ(row.ok.has_value(), std::holds_alternative<double>(row.simulated));
    return row.ok.has_value();
  };
  const std::string run = "duration: 80 s, warm_up: 25 s, replications: 7";
  EXPECT_TRUE(is_judged(run, "duration: 80 s"));
  EXPECT_TRUE(is_judged(run, run));
  EXPECT_FALSE(is_judged(run, "duration: 81 s"));
  EXPECT_FALSE(is_judged(run, "warm_up: 1 s"));
  EXPECT_FALSE(is_judged(run, "replications: 2, duration: 80 s"));
}

TEST(Published, APaperOnSeveralMachines) {
  const std::string list =
      "- {id: both, where: x, value: 240 ns, kind: parameter, role: input, parameter: pci.slice_time}\n"
      "- {id: ours, where: x, value: 240 ns, kind: parameter, role: input, system: fake}\n"
      "- {id: theirs, where: x, value: 1, kind: parameter, role: input, system: [other], parameter: no.such}\n";
  FakeRun run(plain);
  run.numbers.read("paper: P\nsystem: [fake, other]\nnumbers:\n" + list, "p.yaml");
  const std::vector<PublishedResult> rows =
      compare_published(run.numbers, run.scenario, run.type, run.points, run.result.points);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].id, "both");
  EXPECT_EQ(rows[1].id, "ours");

  // Machines that only numbers which name them are about.
  PublishedNumbers some;
  some.read("paper: P\nsystem: fake\nother_systems: [other]\nnumbers:\n" + list, "p.yaml");
  EXPECT_THAT(some.find("both")->systems, testing::ElementsAre("fake"));
  EXPECT_THAT(some.find("theirs")->systems, testing::ElementsAre("other"));

  PublishedNumbers numbers;
  const std::string refusal = test::message_of<InputError>([&] {
    numbers.read(
        "paper: P\nsystem: [fake, other]\nnumbers:\n- {id: a, where: x, value: 1, kind: parameter, role: "
        "input, system: othre}\n",
        "p.yaml");
  });
  EXPECT_NE(refusal.find("the file is not about `othre`"), std::string::npos);
  EXPECT_NE(refusal.find("Did you mean `other`?"), std::string::npos);
}

TEST(Published, FilesAreParsedWhenTheyAreAskedFor) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "published_later";
  std::filesystem::create_directories(folder);
  const auto write = [&](const std::string& name, const std::string& text) { std::ofstream(folder / name) << text; };
  const std::string number = ", where: x, value: 240 ns, kind: parameter, role: input}\n";
  write("a.yaml", "paper: P\nsystem: fake\nnumbers:\n- {id: a.one" + number);
  write("b.yaml", "paper: P\nsystem: other\nnumbers:\n- {id: b.one" + number + "- {id: b.of_a" + number);
  write("c.yaml", "paper: P\nsystem: [\n");
  PublishedNumbers numbers;
  numbers.load_later(folder.string());
  EXPECT_EQ(numbers.parsed(), 0u);
  EXPECT_EQ(numbers.about("fake").size(), 1u);
  EXPECT_EQ(numbers.parsed(), 1u);
  ASSERT_NE(numbers.find("b.of_a"), nullptr);
  EXPECT_EQ(numbers.parsed(), 2u);
  EXPECT_EQ(numbers.about("other").size(), 2u);
  EXPECT_TRUE(numbers.about("third").empty());
  EXPECT_THROW(numbers.find("no.such"), InputError);  // it may be in the third

  write("c.yaml", "paper: P\nsystem: third\nnumbers:\n- {id: a.one" + number);
  PublishedNumbers twice;
  const std::string refusal = test::message_of<InputError>([&] { twice.load(folder.string()); });
  EXPECT_NE(refusal.find("c.yaml:4:3: `a.one` is given twice"), std::string::npos) << refusal;
  std::filesystem::remove_all(folder);
}

TEST(Published, AMissingMetricIsAMiss) {
  const FakeRun run(plain,
                    "- {id: a, where: x, value: 1, kind: result, role: prediction, metric: no.such, within: 1 %}\n");
  EXPECT_FALSE(only_row(run).ok.value());
}

TEST(Published, FilesAreChecked) {
  const auto refusal = [](const std::string& number) {
    PublishedNumbers numbers;
    return test::message_of<InputError>([&] { numbers.read("paper: P\nsystem: fake\nnumbers:\n" + number, "p.yaml"); });
  };
  EXPECT_NE(refusal("- {id: a, where: x, value: 1, kind: result, role: guess}\n").find("`role` cannot be"),
            std::string::npos);
  EXPECT_NE(refusal("- {id: a, where: x, value: 1, kind: result, role: prediction}\n").find("no metric with a band"),
            std::string::npos);
  EXPECT_NE(refusal("- {id: a, where: x, value: 1, kind: result, role: untestable}\n").find("without a reason"),
            std::string::npos);
  EXPECT_NE(refusal("- {id: a, where: x, value: 1, kind: result, role: calibration, metric: b}\n").find("chosen"),
            std::string::npos);
  EXPECT_NE(refusal("- {id: a, where: x, value: 1, kind: parameter, role: input}\n- {id: a, where: x, value: 1, kind: "
                    "parameter, role: input}\n")
                .find("given twice"),
            std::string::npos);
  EXPECT_NE(refusal("- {id: a, where: x, value: 1, kind: result, role: shown, metric: b}\n")
                .find("`a` is shown without a reason"),
            std::string::npos);
  EXPECT_NE(refusal("- {id: a, where: x, value: 1, kind: result, role: shown, reason: r}\n")
                .find("nothing is compared with it. Use `role: untestable`"),
            std::string::npos);
  EXPECT_NE(refusal("- {id: a, where: x, value: 1, kind: result, role: untestable, reason: r, metric: b}\n")
                .find("something is compared with it. Use `role: shown`"),
            std::string::npos);
  EXPECT_NE(refusal("- {id: a, where: x, value: 1, kind: result, role: shown, reason: r, metric: [b, c], when: "
                    "{relative_to: {d: 1}}}\n")
                .find("no single metric"),
            std::string::npos);
  EXPECT_NE(refusal("- {id: a, where: x, kind: parameter, role: input}\n").find("`value` is missing"),
            std::string::npos);
  EXPECT_NE(refusal("- {id: a, where: x, value: 1, sort: parameter, role: input}\n").find("does not know"),
            std::string::npos);
}

TEST(Expectations, BandsOfAllKinds) {
  const FakeRun run(plain +
                        "expect:\n"
                        "- {metric: raid.bandwidth, between: [119 MB/s, 121 MB/s]}\n"
                        "- {metric: raid.bandwidth.min, published: a, within: 1 %}\n"
                        "- {metric: raid.bandwidth, at_least: 130 MB/s}\n"
                        "- {metric: raid_pci.utilisation, equals: 50 %}\n"
                        "- {metric: delay, at_most: 1 s}\n"
                        "- {metric: raid.bandwidth, equals: 120 MB/s, plus_minus: 1 MB/s}\n",
                    "- {id: a, where: x, value: 120 MB/s, kind: result, role: calibration, metric: b, reason: r}\n");
  require_checkable(run.scenario, run.points, run.numbers, run.type);
  std::vector<bool> ok;
  for (const CheckOutcome& outcome : run.check()) ok.push_back(outcome.ok);
  EXPECT_EQ(ok, (std::vector<bool>{true, true, false, true, true, true}));
}

TEST(Expectations, AtSelectsPoints) {
  const FakeRun run(
      "system: fake\nvary: {target_bandwidth: [220 MB/s, 240 MB/s], mode: [slow, fast]}\n"
      "expect:\n- {metric: raid.bandwidth, at_least: 119 MB/s, at: {target_bandwidth: 240 MB/s}}\n"
      "- {metric: raid.bandwidth, at_least: 1 MB/s, at: {mode: slow}}\n- {metric: raid.bandwidth, at_least: 1 MB/s}\n");
  require_checkable(run.scenario, run.points, run.numbers, run.type);
  EXPECT_EQ(run.check().size(), 2u + 2u + 4u);
}

TEST(Expectations, AtSelectsASizeOrTheWordForIt) {
  const FakeRun run(
      "system: fake\nvary: {packets: [whole, 1 KiB]}\n"
      "expect:\n- {metric: raid.bandwidth, at_least: 1 B/s, at: {packets: whole}}\n"
      "- {metric: raid.bandwidth, at_least: 0, at: {packets: 1024 B}}\n");
  require_checkable(run.scenario, run.points, run.numbers, run.type);
  EXPECT_EQ(run.check().size(), 2u);
}

TEST(Expectations, OfPointsThatTheCommandLineRemovedAreLeftOut) {
  const FakeRun run(
      "system: fake\nvary: {target_bandwidth: [220 MB/s, 240 MB/s]}\n"
      "expect: [{metric: raid.bandwidth, at_least: 1 B/s, at: {target_bandwidth: 240 MB/s}}]\n",
      "", {"target_bandwidth=220MB/s"});
  require_checkable(run.scenario, run.points, run.numbers, run.type);
  EXPECT_TRUE(run.check().empty());
}

TEST(Expectations, AFigureWithoutASampleIsAMissAndLosesNoPoint) {
  const FakeRun run(
      "system: fake\nvary: {mode: [slow, fast]}\n"
      "expect:\n- {metric: delay, at_most: 1 s}\n- {metric: delay.p99.9, at_most: 1 s}\n");
  require_checkable(run.scenario, run.points, run.numbers, run.type);
  std::vector<PointResult> results = run.result.points;
  MetricResult& nothing = results.at(1).metrics.at("delay");
  nothing.mean = nothing.min = nothing.max = std::nullopt;
  nothing.n = 0;
  for (auto& percentile : nothing.percentiles) percentile.second = std::nullopt;
  const auto outcomes = check_expectations(run.scenario, run.points, run.numbers, results);
  std::vector<bool> ok;
  for (const CheckOutcome& outcome : outcomes) ok.push_back(outcome.ok);
  EXPECT_EQ(ok, (std::vector<bool>{true, false, true, false}));
  EXPECT_EQ(outcomes.at(1).missing, "nothing arrived");
  results.at(1).metrics.erase("delay");
  EXPECT_EQ(check_expectations(run.scenario, run.points, run.numbers, results).at(1).missing, "not in this result");
  results.at(0).metrics.erase("delay");
  EXPECT_NE(test::message_of<InputError>([&] {
              check_expectations(run.scenario, run.points, run.numbers, results);
            }).find("the result has no figure `delay`"),
            std::string::npos);
}

TEST(Expectations, WhatCannotBeCheckedIsRefused) {
  const auto refusal = [](const std::string& expect, const std::string& vary = "") {
    const FakeRun run(plain + vary + "expect: [" + expect + "]\n",
                      "- {id: abc, where: x, value: words, kind: claim, role: untestable, reason: r}\n");
    return test::message_of<InputError>([&] {
      require_checkable(run.scenario, run.points, run.numbers, run.type);
      run.check();
    });
  };
  EXPECT_NE(refusal("{metric: raid.bandwidth, published: abd, within: 1 %}").find("Did you mean `abc`?"),
            std::string::npos);
  EXPECT_NE(refusal("{metric: raid.bandwidth, published: abc, within: 1 %}").find("not a single number"),
            std::string::npos);
  EXPECT_NE(refusal("{metric: raid.bandwith, at_least: 1}").find("Did you mean `raid.bandwidth`?"), std::string::npos);
  EXPECT_NE(refusal("{metric: raid.bandwidth, at_least: 1 s}").find("a limit in s for a metric in B/s"),
            std::string::npos);
  const std::string bare = refusal("{metric: raid.bandwidth, at_least: 119}");
  EXPECT_NE(bare.find("`119` has no unit, and the metric is in B/s. Write a rate"), std::string::npos) << bare;
  EXPECT_NE(refusal("{metric: raid.bandwidth, at_least: 1, at: {nodes: 3}}").find("not varied"), std::string::npos);
  EXPECT_NE(
      refusal("{metric: raid.bandwidth, at_least: 1, at: {nodes: 3}}", "vary: {nodes: [4]}\n").find("selects no point"),
      std::string::npos);
}

TEST(Warnings, SaturationAndBounds) {
  EXPECT_TRUE(FakeRun(plain).result.points.front().warnings.empty());
  const auto warnings = [](const char* bandwidth) {
    return FakeRun(plain + "parameters: {target_bandwidth: " + bandwidth + "}\n").result.points.front().warnings;
  };
  EXPECT_NE(warnings("249 MB/s").at(0).find("within 1 % of the bound"), std::string::npos);
  EXPECT_NE(warnings("300 MB/s").at(0).find("above the bound"), std::string::npos);
  EXPECT_NE(warnings("246 MB/s").at(0).find("saturated"), std::string::npos);
}

}  // namespace
}  // namespace isochron
