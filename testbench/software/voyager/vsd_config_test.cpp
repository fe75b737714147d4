// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include <gtest/gtest.h>

#include <isochron/software/voyager/raw_writer.h>
#include <isochron/software/voyager/striped_file.h>
#include <isochron/software/voyager/vsd_config.h>

namespace isochron {
namespace {

// One disk at 2.80 MB/s, of which 5.65 MB/s are the stage's: Voyager, Table 5.
TEST(VsdConfig, theStageAndADiskAreVoyagersOne) {
  const VsdConfig config;
  const double stage = 1e12 / static_cast<double>(config.shared);
  EXPECT_NEAR(stage, 5.65e6, 100);
  EXPECT_NEAR(1 / (1 / stage + 1 / config.disk().capacity(65536).alone), 2.80e6, 100);
  EXPECT_TRUE(config.has_stage(VsdConfig::Stage::client));
  EXPECT_FALSE(config.has_stage(VsdConfig::Stage::server));
}

TEST(VsdConfig, withoutAStageItsLawDoesNotCount) {
  VsdConfig config;
  config.shared = 0;
  EXPECT_FALSE(config.has_stage(VsdConfig::Stage::client));
  const ParameterTable table = config.client_parameters();
  EXPECT_FALSE(table.find("service")->counts());
}

// A node's part has what it uses.
TEST(VsdConfig, eachNodeHasItsParameters) {
  VsdConfig config;
  EXPECT_EQ(config.server_parameters().find("outstanding"), nullptr);
  EXPECT_NE(config.client_parameters().find("outstanding"), nullptr);
  EXPECT_EQ(config.client_parameters().find("private"), nullptr);
  // Both ends must agree on this; a part cannot have it otherwise.
  EXPECT_EQ(config.client_parameters().find("stage"), nullptr);
  EXPECT_EQ(config.server_parameters().find("stage"), nullptr);
  config.own = 1000;
  EXPECT_EQ(config.disk().rate, 8'000'000'000u);
}

TEST(RawWriterConfig, aDiskHasRoomForABlock) {
  RawWriter::Config config;
  EXPECT_TRUE(config.parameters().problems().empty());
  config.capacity = config.block - 1;
  const ParameterTable table = config.parameters();
  ASSERT_EQ(table.problems().size(), 1u);
  EXPECT_EQ(table.problems()[0].path, "block");
}

TEST(StripedFileConfig, isWhatAMachineCallsIt) {
  StripedFile::Config config;
  const ParameterTable table = config.parameters();
  table.find("stripe_nodes")->set(ParameterValue(std::uint64_t{2}));
  table.find("disks_a_node")->set(ParameterValue(std::uint64_t{4}));
  EXPECT_EQ(config.nodes, 2u);
  EXPECT_EQ(config.disks, 4u);
}

}  // namespace
}  // namespace isochron
