// SPDX-License-Identifier: Apache-2.0
// What the schema of machine files and descriptions say of ports that carry both directions.
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <isochron/app/describe_command.h>
#include <isochron/app/schema_command.h>
#include <isochron/part/part_types.h>

namespace isochron {
namespace {

using testing::HasSubstr;

class LanePart final : public PartConfig {
 public:
  ParameterTable parameters() override { return {}; }
  std::vector<PortGroup> ports() const override { return DescribedPorts("lane").all(); }
  void build(Assembly&, const std::string&, const PartPlan&, BuildContext&) const override {}
};

TypeInfo lane_type_info() {
  TypeInfo info;
  info.name = "lane";
  info.kind = "fabric";
  info.ports = {{"a", "talk", "peer", "one end"}, {"b", "talk", "peer", "the other"}};
  return info;
}

ISOCHRON_PART(lane, lane_type_info, make_part<LanePart>);

nlohmann::json machine_schema() {
  testing::internal::CaptureStdout();
  schema_command("machine");
  return nlohmann::json::parse(testing::internal::GetCapturedStdout());
}

TEST(PeerSchema, HasEachPortOnce) {
  const nlohmann::json ports = machine_schema()["$defs"]["lane"]["ports"];
  ASSERT_EQ(ports.size(), 2u);
  for (const auto& port : ports) EXPECT_EQ(port["role"], "peer");
  EXPECT_EQ(ports[0]["name"], "a");
  EXPECT_EQ(ports[1]["name"], "b");
  EXPECT_EQ(ports[0]["protocol"], "talk");
}

TEST(PeerSchema, KnowsConnectionsOfPeersAndTheirLinks) {
  const nlohmann::json connection = machine_schema()["properties"]["connect"]["items"];
  EXPECT_EQ(connection["properties"]["between"]["minItems"], 2);
  EXPECT_EQ(connection["oneOf"][0]["required"], nlohmann::json::array({"from", "to"}));
  EXPECT_EQ(connection["oneOf"][1]["required"], nlohmann::json::array({"between"}));
  const nlohmann::json links = connection["properties"]["link"]["properties"]["type"]["anyOf"][0]["enum"];
  EXPECT_THAT(links.dump(), HasSubstr("\"lane\""));
  EXPECT_THAT(links.dump(), HasSubstr("\"serial_link\""));
}

TEST(PeerSchema, IsWhatADescriptionSays) {
  testing::internal::CaptureStdout();
  describe_command({"lane", false, false});
  EXPECT_THAT(testing::internal::GetCapturedStdout(), HasSubstr("a     talk      peer  one end"));
}

}  // namespace
}  // namespace isochron
