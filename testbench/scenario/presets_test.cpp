// SPDX-License-Identifier: Apache-2.0
// Presets of a machine file, as the reader of scenarios sees them.
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include <isochron/machine/composed_machine.h>
#include <isochron/machine/run/machine_description.h>
#include <isochron/scenario/point_conditions.h>
#include <isochron/scenario/remedy.h>

#include "support/temporary_machine.h"

namespace isochron {
namespace {

const char* const machine = R"(
parameters:
  host: {type: choice, choices: [slow, fast], default: slow}
  most: {type: data_rate, default: 100 MB/s}
  load: {type: data_rate, default: 20 MB/s}
presets:
  host:
    fast: {load: 80 MB/s}
checks:
  - {require: load < most, at: load, cause: too much, remedy: ask for less, try: {load: most / 2}}
parts:
  s: {type: source}
  d: {type: sink}
connect:
  - {from: s.out, to: d.in, link: {type: serial_link, name: l, rate: 8 Gb/s}}
traffic:
  - {name: t, from: s, to: d, rate: load}
)";

class Presets : public testing::Test {
 protected:
  static ParameterValue rate(std::uint64_t megabytes) { return megabytes * 8'000'000; }

  const testbench::TemporaryMachine file_{machine};
  const MachineType type_ = composed_machine_type(file_.path());
};

TEST_F(Presets, whatIsTakenBackHasItsPresetAgain) {
  const std::unique_ptr<MachineDescription> made = type_.make();
  const ParameterTable table = made->parameters();
  const Parameter &host = *table.find("host"), &load = *table.find("load");
  EXPECT_EQ(load.get(), rate(20));
  EXPECT_FALSE(load.preset().has_value());
  host.set(std::string("fast"));
  EXPECT_EQ(load.get(), rate(80));
  EXPECT_EQ(load.preset()->choice, "host=fast");
  load.set(rate(30));
  host.set(std::string("slow"));
  EXPECT_EQ(load.get(), rate(30));
  host.set(std::string("fast"));
  load.reset();
  EXPECT_EQ(load.get(), rate(80));
  host.set(std::string("slow"));
  EXPECT_EQ(load.get(), rate(20));
}

// Trying values of `load` must not count as setting it: else it would no longer follow `host`.
TEST_F(Presets, aSearchForRemediesLeavesThemInForce) {
  const std::unique_ptr<MachineDescription> made = type_.make();
  const ParameterTable table = made->parameters();
  table.find("host")->set(std::string("fast"));
  table.find("most")->set(rate(80));
  ASSERT_EQ(table.problems().size(), 1u);
  EXPECT_FALSE(find_remedies(table, table.problems().front(), {"host", "most"}).empty());
  EXPECT_EQ(table.find("load")->get(), rate(80));
  table.find("host")->set(std::string("slow"));
  EXPECT_EQ(table.find("load")->get(), rate(20));
}

TEST_F(Presets, thoseOfANamedChoiceAreDefaults) {
  ScenarioPoint point;
  point.machine = type_.make();
  const ParameterTable table = point.machine->parameters();
  table.find("host")->set(std::string("fast"));
  ParameterCondition named{"host", {}};
  EXPECT_TRUE(others_are_default(point, {named}, type_));
  EXPECT_FALSE(others_are_default(point, {}, type_));
  table.find("load")->set(rate(81));
  EXPECT_FALSE(others_are_default(point, {named}, type_));
}

}  // namespace
}  // namespace isochron
