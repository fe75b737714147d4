// SPDX-License-Identifier: Apache-2.0
// What the types say of themselves, and what their parameters mean.
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isochron/pcie/pcie_link.h>
#include <isochron/pcie/pcie_switch.h>

namespace isochron::testbench {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

TEST(PcieDescription, namesEveryStatisticOfALink) {
  std::set<std::string> names;
  for (const StatisticInfo& one : PcieLink::type_info().statistics) names.insert(one.name);
  std::set<std::string> expected;
  for (const std::string direction : {"a_to_b.", "b_to_a."})
    for (const std::string name : {"payload", "tlp_bytes", "dllp_bytes", "tlps", "utilisation", "wait_posted",
                                   "wait_non_posted", "wait_completion", "wait_replay", "errors", "lost", "down"})
      expected.insert(direction + name);
  EXPECT_EQ(names, expected);
}

TEST(PcieDescription, countsWhatHasAnEffect) {
  PcieLinkConfig config;
  const ParameterTable table = config.parameters();
  const auto counts = [&](const char* path) { return table.find(path)->counts(); };
  EXPECT_TRUE(counts("efficiency") && counts("ack_bytes") && counts("credit_latency"));
  EXPECT_FALSE(counts("skip") || counts("skip_interval") || counts("serve") || counts("weights"));
  config.dllp = PcieLinkConfig::Dllps::simulated;
  config.classes = 2;
  EXPECT_FALSE(counts("efficiency") || counts("ack_bytes") || counts("credit_latency"));
  EXPECT_TRUE(counts("skip") && counts("skip_interval") && counts("serve"));
  EXPECT_FALSE(counts("weights"));
  config.serve = ClassOrder::weighted;
  EXPECT_TRUE(counts("weights"));
}

TEST(PcieDescription, refusesWidthsThatDoNotExist) {
  PcieLinkConfig link;
  const ParameterTable table = link.parameters();
  for (link.lanes = 1; link.lanes <= 32; ++link.lanes) {
    const bool exists = link.lanes == 1 || link.lanes == 2 || link.lanes == 4 || link.lanes == 8 || link.lanes == 16 ||
                        link.lanes == 32;
    EXPECT_EQ(table.problems().empty(), exists) << link.lanes;
  }
}

TEST(PcieDescription, refusesWeightsThatDoNotFit) {
  PcieLinkConfig link;
  const ParameterTable of_link = link.parameters();
  link.classes = 3;
  EXPECT_THAT(of_link.problems(), IsEmpty());
  link.serve = ClassOrder::weighted;
  EXPECT_THAT(of_link.problems(), IsEmpty()) << "all alike";
  link.weights = {1, 2};
  ASSERT_THAT(of_link.problems(), SizeIs(1));
  EXPECT_EQ(of_link.problems()[0].message, "there are 2 weights of 3 classes");
  link.weights.push_back(1);
  EXPECT_THAT(of_link.problems(), IsEmpty());

  PcieSwitchConfig config;
  const ParameterTable of_switch = config.parameters();
  EXPECT_THAT(of_switch.problems(), IsEmpty());
  config.arbitration = PcieSwitchConfig::Arbitration::weighted;
  ASSERT_THAT(of_switch.problems(), SizeIs(1));
  EXPECT_EQ(of_switch.problems()[0].message, "there are 0 weights for 4 ports");
}

TEST(PcieDescription, buffersAreUnlimitedUnlessTheyAreSet) {
  PcieSwitchConfig config;
  ParameterTable table = config.parameters();
  EXPECT_FALSE(config.buffers.limited());
  EXPECT_EQ(table.find("buffers.non_posted.data"), nullptr) << "a read request carries none";
  table.find("buffers.completion.data")->set(ParameterValue(std::uint64_t{1024}));
  EXPECT_TRUE(config.buffers.limited());
  EXPECT_EQ(config.buffers[TlpType::completion].data, 1024u);
}

}  // namespace
}  // namespace isochron::testbench
