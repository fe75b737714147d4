// SPDX-License-Identifier: Apache-2.0
// A parameter that changes nothing is spoken of where it was set, with what would have an effect.
#include <isochron/scenario/idle_settings.h>

#include <gtest/gtest.h>

#include <isochron/machine/language/machine_library.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/scenario_instances.h>
#include <isochron/scenario/scenario_loader.h>

namespace isochron {
namespace {

std::vector<std::string> idle_in(const std::string& text) {
  const MachineLibrary machines;
  const Scenario scenario = ScenarioLoader(machines).parse(text, "x.yaml", {});
  const MachineType& type = *scenario.machine;
  std::vector<std::string> texts;
  for (const IdleSetting& setting : idle_settings(resolve_points(scenario, type, machines.part_types()), type))
    texts.push_back(idle_text(setting));
  return texts;
}

const std::string cluster = "system: seachange_cluster\n";

TEST(IdleSettings, saysWhereAndWhatCounts) {
  EXPECT_EQ(idle_in(cluster + "parameters: {pci: {clock: 133 MHz}}\n"),
            std::vector<std::string>{"x.yaml:2:27: `pci.clock` has no effect: it counts with `pci.timing: protocol`. "
                                     "Leave it out; as the others stand `pci.slice_time` and `pci.switch_overhead` "
                                     "count."});
}

TEST(IdleSettings, isQuietWhereAParameterCounts) {
  EXPECT_TRUE(idle_in(cluster + "parameters: {pci: {clock: 133 MHz, timing: protocol}}\n").empty());
  EXPECT_TRUE(idle_in(cluster + "parameters: {rebuild: brute}\n").empty());  // as it is without
  EXPECT_TRUE(idle_in(cluster + "parameters: {pci.clock: 133 MHz}\nvary: {pci.timing: [paper, protocol]}\n").empty());
}

TEST(IdleSettings, isSaidOnceForAllPoints) {
  EXPECT_EQ(idle_in(cluster + "vary: {pci.width: [32 bit, 64 bit]}\n").size(), 1u);
  EXPECT_EQ(idle_in(cluster + "parameters: {rebuild: stripe_buffered, streams.rate: 1 Mb/s}\n").size(), 2u);
}

/// What a scenario says of one instance.
InstanceSetting setting_of(const std::string& path, const std::string& value) {
  InstanceSetting setting;
  setting.assignment.pattern = "bus[*]";
  setting.assignment.path = path;
  setting.assignment.value.kind = YamlNode::Kind::scalar;
  setting.assignment.value.text = value;
  return setting;
}

/// A bus whose way of counting time differs from instance to instance.
struct Bus {
  enum class Timing { paper, protocol };
  Timing timing = Timing::paper;
  std::uint64_t clock = 1;
  std::uint64_t least = 1;
  std::uint64_t most = 3;

  ParameterTable parameters() {
    ParameterTable table;
    table.choice("timing", timing, {"paper", "protocol"}, "");
    table.count("clock", clock, {1, 9}, "");
    table.count("least", least, {1, 9}, "");
    table.count("most", most, {1, 9}, "");
    table.counts_where(table.is("timing", {"protocol"}), {"clock"});
    table.check([this]() -> std::vector<ParameterProblem> {
      if (least <= most) return {};
      return {{"least", "more than most", "make it less", {"least", "most"}}};
    });
    return table;
  }
};

TEST(IdleSettings, ofInstances) {
  const std::vector<InstanceSetting> settings{setting_of("clock", "2")};
  Bus first, second;
  ScenarioInstances instances(settings);
  ParameterTable table = first.parameters();
  instances.apply("bus[0]", table);
  ASSERT_EQ(instances.idle().size(), 1u);
  EXPECT_NE(instances.idle().front().cause.find("`bus[*].clock` has no effect"), std::string::npos);
  second.timing = Bus::Timing::protocol;
  ParameterTable other = second.parameters();
  instances.apply("bus[1]", other);
  EXPECT_TRUE(instances.idle().empty());  // it counts at one of them
}

// A part of its own has the same checks as the machine: `least` of one bus above its `most`.
TEST(IdleSettings, instancesMustFitTogether) {
  const std::vector<InstanceSetting> settings{setting_of("least", "5")};
  Bus bus;
  ScenarioInstances instances(settings);
  ParameterTable table = bus.parameters();
  try {
    instances.apply("bus[0]", table);
    ADD_FAILURE() << "no error";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("`least` of bus[0]: more than most. Set `instances.bus[*].most: 5`"),
              std::string::npos)
        << error.what();
    ASSERT_FALSE(error.remedies().empty());
    EXPECT_EQ(error.remedies().front(), (Remedy{{"instances.bus[*].most", "5"}}));
  }
}

}  // namespace
}  // namespace isochron
