// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/instance_paths.h>

#include <gtest/gtest.h>

#include <isochron/scenario/input_error.h>
#include <isochron/scenario/scenario_instances.h>

#include "support/expect_error.h"
#include "support/fake_machine.h"

namespace isochron {
namespace {

TEST(InstancePaths, Match) {
  EXPECT_TRUE(matches_instance("node[0].raid[1]", "node[0].raid[1]"));
  EXPECT_TRUE(matches_instance("node[*].raid[*]", "node[12].raid[0]"));
  EXPECT_TRUE(matches_instance("*", "anything"));
  EXPECT_TRUE(matches_instance("*.raid*", "node[0].raid_pci[0]"));
  EXPECT_FALSE(matches_instance("node[*].raid[*]", "node[0].raid_pci[0]"));
  EXPECT_FALSE(matches_instance("node[0]", "node[0].raid[1]"));
  EXPECT_FALSE(matches_instance("", "node"));
  EXPECT_TRUE(matches_instance("a*b*c", "a-b-b-c"));
}

TEST(InstancePaths, SplitAtTheParameter) {
  TypeRegistry types = test::fake_types();
  // A part's parameter may have dots; a machine's, which may be named as its part is, is no instance's.
  std::uint64_t clock = 1, send = 1;
  ParameterTable of_part, of_machine;
  of_part.count("pci.clock", clock, {0, 9}, "");
  of_part.count("send", send, {0, 9}, "");
  of_machine.count("bus.send", send, {0, 9}, "");
  types["fake_raid"].describe_parameters(of_part);
  types["fake"].describe_parameters(of_machine);
  const auto split = [&types](const std::string& path) { return split_instance_path(path, types); };
  EXPECT_EQ(split("node[0].raid[*].dma_engines"),
            std::make_pair(std::string("node[0].raid[*]"), std::string("dma_engines")));
  EXPECT_EQ(split("node[0].bus.pci.clock"), std::make_pair(std::string("node[0].bus"), std::string("pci.clock")));
  EXPECT_EQ(split("node[0].bus.send"), std::make_pair(std::string("node[0].bus"), std::string("send")));
  EXPECT_EQ(split("node[0].unknown"), std::make_pair(std::string("node[0]"), std::string("unknown")));
  EXPECT_EQ(split("nothing"), std::make_pair(std::string("nothing"), std::string()));
}

TEST(InstancePaths, TheLaterSettingWins) {
  InstanceSetting broad;
  broad.assignment.pattern = "node[*].raid[*]";
  broad.assignment.path = "dma_engines";
  broad.assignment.value.kind = YamlNode::Kind::scalar;
  broad.assignment.value.text = "2";
  InstanceSetting narrow = broad;
  narrow.assignment.pattern = "node[1].raid[*]";
  narrow.assignment.value.text = "1";
  const std::vector<InstanceSetting> settings{broad, narrow};
  ScenarioInstances instances(settings);
  std::uint64_t engines = 0;
  ParameterTable table;
  table.count("dma_engines", engines, {1, 2}, "");
  instances.apply("node[0].raid[0]", table);
  EXPECT_EQ(engines, 2u);
  EXPECT_THROW(instances.require_all_used(), InputError);
  instances.apply("node[1].raid[0]", table);
  EXPECT_EQ(engines, 1u);
  EXPECT_NO_THROW(instances.require_all_used());
}

}  // namespace
}  // namespace isochron
