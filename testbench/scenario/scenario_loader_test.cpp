// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/scenario_loader.h>

#include <gtest/gtest.h>

#include <isochron/scenario/input_error.h>
#include <isochron/scenario/scenario_point.h>

#include "support/expect_error.h"
#include "support/fake_machine.h"

namespace isochron {
namespace {

Scenario parse(const std::string& text, const std::vector<std::string>& changes = {}) {
  return ScenarioLoader(test::FakeLibrary(test::fake_machines())).parse(text, "folder/x.yaml", changes);
}

std::vector<ScenarioPoint> points_of(const std::string& text, const std::vector<std::string>& changes = {}) {
  return resolve_points(parse(text, changes), test::fake_machines().at("fake"), test::fake_types());
}

std::uint64_t value_at(const ScenarioPoint& point, const std::string& path) {
  return std::get<std::uint64_t>(point.machine->parameters().find(path)->get());
}

std::string refusal(const std::string& text, const std::vector<std::string>& changes = {}) {
  return test::message_of<InputError>([&] { points_of(text, changes); });
}

void expect_refusal(const std::string& text, const std::string& part, const std::vector<std::string>& changes = {}) {
  const std::string message = refusal(text, changes);
  EXPECT_NE(message.find(part), std::string::npos) << message;
}

TEST(ScenarioLoader, ReadsEverything) {
  const Scenario scenario = parse(
      "system: fake\ntitle: T\ndescription: D\n"
      "parameters: {nodes: 3, pci: {slice_time: 120 ns}, pci.clock: 33 MHz}\n"
      "instances: {\"node[*].raid[0]\": {dma_engines: 2}}\n"
      "measure: {warm_up: 10 ms, duration: 20ms, replications: 3, confidence: 95 %, seed: 9}\n"
      "vary: {target_bandwidth: [200 MB/s, 210 MB/s], mode: [slow, fast]}\n"
      "negative_control: true\n"
      "expect:\n- {metric: raid.bandwidth, between: [1, 2]}\n");
  EXPECT_EQ(scenario.name, "x");
  EXPECT_EQ(scenario.title, "T");
  EXPECT_EQ(scenario.parameters.size(), 3u);
  EXPECT_EQ(scenario.instances.front().path, "dma_engines");
  EXPECT_EQ(scenario.measure.duration, 20'000'000'000u);
  EXPECT_DOUBLE_EQ(scenario.measure.confidence, 0.95);
  EXPECT_EQ(scenario.variations.size(), 2u);
  EXPECT_TRUE(scenario.negative_control);
  EXPECT_EQ(scenario.expectations.size(), 1u);
  EXPECT_EQ(scenario.sha256.size(), 64u);
}

TEST(ScenarioLoader, VariationsMultiply) {
  const auto points = points_of("system: fake\nvary: {nodes: [3, 5], mode: [slow, fast]}\n");
  ASSERT_EQ(points.size(), 4u);
  EXPECT_EQ(points[1].label(), "nodes = 3, mode = fast");
  EXPECT_EQ(points[2].label(), "nodes = 5, mode = slow");
  EXPECT_EQ(value_at(points[2], "nodes"), 5u);
}

// Catches dimensions that are compared or shown as a list, and a point whose label is not what the scenario has.
TEST(ScenarioLoader, DimensionsFractionsAndNamedCountsVary) {
  const std::string text =
      "system: fake\nvary: {volume: [512x512x384, 64 x 64\u00d732], share: [0.306, 30.7 %], strings: [table, 3]}\n";
  const auto points = points_of(text);
  ASSERT_EQ(points.size(), 8u);
  EXPECT_EQ(points[1].label(), "volume = 512x512x384, share = 0.306, strings = 3");
  const ParameterTable table = points[6].machine->parameters();
  EXPECT_EQ(std::get<std::vector<std::uint64_t>>(table.find("volume")->get()),
            (std::vector<std::uint64_t>{64, 64, 32}));
  EXPECT_EQ(value_at(points[6], "share"), 307'000u);
  EXPECT_EQ(std::get<std::string>(table.find("strings")->get()), "table");
  EXPECT_EQ(value_at(points[7], "strings"), 3u);
  const auto set = points_of("system: fake\n", {"volume=8x16x24", "share=1", "strings=9"});
  EXPECT_EQ(std::get<std::vector<std::uint64_t>>(set[0].machine->parameters().find("volume")->get()),
            (std::vector<std::uint64_t>{8, 16, 24}));
  EXPECT_EQ(value_at(set[0], "share"), 1'000'000u);
}

TEST(ScenarioLoader, WrongDimensionsFractionsAndNamedCountsAreRefused) {
  expect_refusal("system: fake\nparameters: {volume: 512x512}\n",
                 "x.yaml:2:22: `volume`: `512x512` has 2 numbers, 3 are needed");
  expect_refusal("system: fake\nparameters: {volume: 512x512x5000}\n", "`volume` cannot be 512x512x5000");
  expect_refusal("system: fake\nparameters: {volume: 512x512x5000}\n",
                 "Valid: 3 numbers with x between, each 1 to 4096");
  expect_refusal("system: fake\nparameters: {volume: [512, 512, 384]}\n", "has a list instead of dimensions");
  expect_refusal("system: fake\nparameters: {share: 1.1}\n", "`share` cannot be 1.1");
  expect_refusal("system: fake\nparameters: {share: 1.1}\n", "Valid: 0 to 1");
  expect_refusal("system: fake\nparameters: {share: 0.1234567}\n", "not a whole number of millionths");
  expect_refusal("system: fake\nparameters: {strings: 0}\n", "Valid: table, or 1 to 9");
  expect_refusal("system: fake\nparameters: {strings: tabel}\n", "Did you mean `table`?");
}

TEST(ScenarioLoader, TextsAreLines) {
  const auto points = points_of("system: fake\nvary: {recording: [none, ../a b.csv]}\n");
  ASSERT_EQ(points.size(), 2u);
  EXPECT_EQ(points[1].label(), "recording = ../a b.csv");
  EXPECT_EQ(std::get<std::string>(points[0].machine->parameters().find("recording")->get()), "none");
  EXPECT_EQ(std::get<std::string>(points[1].machine->parameters().find("recording")->get()), "../a b.csv");
  const auto set = points_of("system: fake\n", {"recording=" + std::string(1000, 'x')});
  EXPECT_EQ(std::get<std::string>(set[0].machine->parameters().find("recording")->get()).size(), 1000u);
  expect_refusal("system: fake\nparameters: {recording: \"\"}\n", "x.yaml:2:25: `recording` cannot be empty");
  expect_refusal("system: fake\nparameters: {recording: \"a\\nb\"}\n", "Valid: none, or a line of up to 1000 bytes");
  expect_refusal("system: fake\nparameters: {recording: " + std::string(1001, 'x') + "}\n", "so long a text");
  expect_refusal("system: fake\nparameters: {recording: [a]}\n", "has a list instead of a line of text");
}

TEST(ScenarioLoader, ChangesWin) {
  const std::string text =
      "system: fake\nparameters: {nodes: 3, pci: {width: 32 bit}}\nvary: {target_bandwidth: [1 MB/s, 2 MB/s]}\n";
  const auto points =
      points_of(text, {"nodes=5", "parameters.pci={slice_time: 60ns, clock: 1GHz}", "target_bandwidth=3MB/s"});
  ASSERT_EQ(points.size(), 1u);
  EXPECT_EQ(value_at(points[0], "nodes"), 5u);
  EXPECT_EQ(value_at(points[0], "pci.slice_time"), 60'000u);
  EXPECT_EQ(value_at(points[0], "pci.width"), 32u);
  EXPECT_EQ(value_at(points[0], "target_bandwidth"), 24'000'000u);
  EXPECT_EQ(points[0].origins.at("nodes").text(), "--set nodes=5");
}

TEST(ScenarioLoader, ChangesReachMeasureVariationsAndInstances) {
  const Scenario scenario = parse("system: fake\n", {"measure.duration=2s", "vary.nodes=[3, 4]"});
  EXPECT_EQ(scenario.measure.duration, 2'000'000'000'000u);
  EXPECT_EQ(scenario.variations.front().values.size(), 2u);
  const auto points = points_of("system: fake\n", {"instances.node[0].raid[*].dma_engines=2", "failed_nodes=[1, 2]"});
  EXPECT_EQ(points[0].instances.front().assignment.pattern, "node[0].raid[*]");
}

TEST(ScenarioLoader, InstancesCanBeVaried) {
  const auto points = points_of("system: fake\nvary: {\"instances.node[1].raid[0].dma_engines\": [1, 2]}\n");
  ASSERT_EQ(points.size(), 2u);
  EXPECT_EQ(points[1].label(), "instances.node[1].raid[0].dma_engines = 2");
}

TEST(ScenarioLoader, RefusesUnknownNames) {
  expect_refusal("system: fake\nparametres: {}\n",
                 "x.yaml:2:1: `scenario` does not know the key `parametres`. Did you mean `parameters`?");
  expect_refusal("system: fkae\n", "x.yaml:1:9: unknown system `fkae`. Did you mean `fake`?");
  expect_refusal("system: fake\nparameters: {node: 3}\n",
                 "x.yaml:2:14: unknown parameter `node`. Did you mean `nodes`?");
  expect_refusal("system: fake\nparameters: {slice_time: 3 ns}\n", "Did you mean `pci.slice_time`?");
  expect_refusal("system: fake\nparameters: {pci: {slize_time: 3 ns}}\n", "Did you mean `pci.slice_time`?");
  expect_refusal("system: fake\nmeasure: {warmup: 3 ns}\n", "Did you mean `warm_up`?");
  expect_refusal("system: fake\nvary: {nods: [3]}\n", "Did you mean `nodes`?");
  expect_refusal("system: fake\nparameters: {mode: fats}\n", "Did you mean `fast`?");
  expect_refusal("system: fake\n", "Did you mean `nodes`?", {"nodez=3"});
}

TEST(ScenarioLoader, RefusesWrongValues) {
  expect_refusal("system: fake\nparameters: {nodes: zero}\n", "x.yaml:2:21: `nodes`: `zero` is not a plain number");
  expect_refusal("system: fake\nparameters: {nodes: 1}\n", "`nodes` cannot be 1. Valid: 2 to 9.");
  expect_refusal("system: fake\nparameters: {io: -1 B}\n", "is negative");
  expect_refusal("system: fake\nparameters: {io: 1 s}\n", "is a duration, not a size");
  expect_refusal("system: fake\nparameters: {nodes: [3]}\n", "a list instead of a plain number");
  expect_refusal("system: fake\nparameters: {pci: 3}\n", "a single value instead of a map");
  expect_refusal("system: fake\nparameters: {nodes: }\n", "nothing instead of");
  expect_refusal("system: fake\nparameters: {include_self: yes}\n", "Write true or false");
  expect_refusal("system: fake\nparameters: {failed_nodes: 3}\n", "a single value instead of a list");
  expect_refusal("system: fake\nparameters: {failed_nodes: [3, 3]}\n", "lists 3 twice");
  expect_refusal("system: fake\nparameters: {nodes: 3, failed_nodes: [5]}\n",
                 "x.yaml:2:38: `failed_nodes`: there is no such node");
  expect_refusal("system: fake\nparameters: 3\n", "a single value instead of a map");
  expect_refusal("system: fake\nparameters: {pci: {width: 32 bit}, pci.width: 64 bit}\n", "`pci.width` is given twice");
}

TEST(ScenarioLoader, RefusesWrongMeasure) {
  expect_refusal("system: fake\nmeasure: {duration: 0 s}\n", "`measure.duration` cannot be 0 ps");
  expect_refusal("system: fake\nmeasure: {replications: 0}\n", "`measure.replications` cannot be 0");
  expect_refusal("system: fake\nmeasure: {confidence: 20 %}\n", "Valid: 50 % to 99.99 %");
  expect_refusal("system: fake\nmeasure: {confidence: 2 s}\n", "not a percentage");
  expect_refusal("system: fake\nmeasure: [1]\n", "a list instead of a map");
}

TEST(ScenarioLoader, RefusesWrongInstances) {
  expect_refusal("system: fake\ninstances: {\"node[9].raid[0]\": {dma_engines: 2}}\n", "matches no part");
  expect_refusal("system: fake\ninstances: {\"node[0].raid[0]\": {dma_engine: 2}}\n", "Did you mean `dma_engines`?");
  expect_refusal("system: fake\ninstances: {\"node[0].raid[0]\": {dma_engines: 3}}\n", "Valid: 1 to 2");
  expect_refusal("system: fake\ninstances: {\"node[0].switch\": {ports: 3}}\n", "cannot be set one by one");
  expect_refusal("system: fake\ninstances: {\"node[0].raid[0]\": 2}\n", "instead of a map of parameters");
  expect_refusal("system: fake\ninstances: 2\n", "instead of a map");
}

TEST(ScenarioLoader, RefusesWrongVariations) {
  expect_refusal("system: fake\nvary: {nodes: 3}\n", "needs a list");
  expect_refusal("system: fake\nvary: {nodes: []}\n", "needs a list");
  expect_refusal("system: fake\nvary: {nodes: [3, 99]}\n", "x.yaml:2:19: `nodes` cannot be 99");
  expect_refusal("system: fake\nvary: 3\n", "instead of a map");
  std::string values = "1 ns";
  for (int i = 2; i < 200; ++i) values += ", " + std::to_string(i) + " ns";
  expect_refusal("system: fake\nvary: {pci.slice_time: [" + values + "], io: [" + values + "]}\n",
                 "more than 10000 points");
}

TEST(ScenarioLoader, RefusesWrongShapes) {
  expect_refusal("", "the scenario is empty");
  expect_refusal("3\n", "a single value instead of a map");
  expect_refusal("title: x\n", "names no system. Add a line `system: ...`, one of: fake.");
  expect_refusal("system: [fake]\n", "a list instead of a text");
  expect_refusal("system: fake\nnegative_control: maybe\n", "Write true or false");
}

TEST(ScenarioLoader, RefusesWrongChanges) {
  expect_refusal("system: fake\n", "--set nodes: not of the form path=value", {"nodes"});
  expect_refusal("system: fake\n", "no value after the equals sign", {"nodes="});
  expect_refusal("system: fake\n", "not of the form", {"=3"});
  expect_refusal("system: fake\n", "--set nodes=[: not valid YAML: a value is missing, or a bracket that is not closed",
                 {"nodes=["});
  expect_refusal("system: fake\n", "--set nodes=[3: not valid YAML: a bracket that is not closed", {"nodes=[3"});
  expect_refusal("system: fake\n", "--set nodes=zero: `nodes`: `zero` is not a plain number", {"nodes=zero"});
}

TEST(ScenarioLoader, RefusesWrongExpectations) {
  expect_refusal("system: fake\nexpect: 3\n", "instead of a list");
  expect_refusal("system: fake\nexpect: [{between: [1, 2]}]\n", "without metric");
  expect_refusal("system: fake\nexpect: [{metric: a}]\n", "says no value");
  expect_refusal("system: fake\nexpect: [{metric: a, between: [2, 1]}]\n", "wrong way round");
  expect_refusal("system: fake\nexpect: [{metric: a, between: [1, 2, 3]}]\n", "needs two values");
  expect_refusal("system: fake\nexpect: [{metric: a, between: [1 s, 2 B]}]\n", "different kinds");
  expect_refusal("system: fake\nexpect: [{metric: a, equals: 1, at_least: 1}]\n", "two bands");
  expect_refusal("system: fake\nexpect: [{metric: a, published: b}]\n", "without a tolerance");
  expect_refusal("system: fake\nexpect: [{metric: a, published: b, within: 1 s}]\n", "not a percentage");
  expect_refusal("system: fake\nexpect: [{metric: a, equals: 3, within: -1 %}]\n", "negative");
  expect_refusal("system: fake\nexpect: [{metric: a, equals: 3, at: 3}]\n", "instead of a map");
}

}  // namespace
}  // namespace isochron
