// SPDX-License-Identifier: Apache-2.0
// Types of parts that a program adds to those of the library.
#include <set>
#include <stdexcept>
#include <string>

#include <gmock/gmock.h>

#include <isochron/machine/run/machine_description.h>
#include <isochron/part/part_types.h>

namespace isochron {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsSupersetOf;
using testing::Not;
using testing::ThrowsMessage;

class TapPart final : public PartConfig {
 public:
  ParameterTable parameters() override {
    ParameterTable table;
    table.count("taps", taps_, {1, 4}, "taps");
    return table;
  }
  std::vector<PortGroup> ports() const override {
    const DescribedPorts ports("tap");
    PeerGroups pair = ports.peers("pair").counted(3).unless_needed();
    return {ports["in"], ports["out"].counted(taps_).driving(), pair.tx, pair.rx};
  }
  void build(Assembly&, const std::string&, const PartPlan&, BuildContext&) const override {}

 private:
  std::uint64_t taps_ = 2;
};

TypeInfo tap_type_info() {
  TypeInfo info;
  info.name = "tap";
  info.kind = "fabric";
  info.ports = {{"in", "any", "receiver", ""}, {"out[i]", "link", "sender", ""}, {"pair[i]", "talk", "peer", ""}};
  return info;
}

ISOCHRON_PART(tap, tap_type_info, make_part<TapPart>);

std::set<std::string> names_of_groups(const std::vector<PortGroup>& groups) {
  std::set<std::string> names;
  for (const PortGroup& group : groups) names.insert(group.name);
  return names;
}

TEST(Component, RegistersItself) {
  EXPECT_EQ(component_types().count("tap"), 1u);
  EXPECT_EQ(described_types().count("tap"), 1u);
  const TypeInfo& info = part_registry().at("tap");
  ASSERT_EQ(info.parameters.size(), 1u);
  EXPECT_EQ(info.parameters[0].parameter.path, "taps");
  EXPECT_EQ(info.parameters[0].standard, ParameterValue(std::uint64_t{2}));
}

TEST(Component, HasThePortsOfItsDescription) {
  const std::vector<PortGroup> ports = component_types().at("tap").make()->ports();
  ASSERT_EQ(ports.size(), 4u);
  EXPECT_EQ(ports[0].name, "in");
  EXPECT_EQ(ports[0].role, Port::Role::receiver);
  EXPECT_EQ(ports[0].protocol, "");
  EXPECT_FALSE(ports[0].array);
  EXPECT_EQ(ports[1].name, "out");
  EXPECT_EQ(ports[1].role, Port::Role::sender);
  EXPECT_EQ(ports[1].protocol, "link");
  EXPECT_TRUE(ports[1].array);
  EXPECT_EQ(ports[1].count, 2u);
  EXPECT_TRUE(ports[1].line);
  EXPECT_THAT([] { DescribedPorts("tap")["drain"]; },
              ThrowsMessage<std::logic_error>(HasSubstr("the type tap describes no port drain")));
}

TEST(Component, HasTwoDirectionsOfAPeer) {
  const DescribedPorts described("tap");
  for (const std::vector<PortGroup>& ports : {component_types().at("tap").make()->ports(), described.all()}) {
    ASSERT_EQ(ports.size(), 4u);
    for (const PortGroup& group : {ports[2], ports[3]}) {
      EXPECT_EQ(group.name, "pair");
      EXPECT_EQ(group.protocol, "talk");
      EXPECT_TRUE(group.array);
      EXPECT_FALSE(group.line);
    }
    EXPECT_EQ(ports[2].half, PeerHalf::tx);
    EXPECT_EQ(ports[2].role, Port::Role::sender);
    EXPECT_EQ(ports[3].half, PeerHalf::rx);
    EXPECT_EQ(ports[3].role, Port::Role::receiver);
  }
  const PeerGroups driving = described.peers("pair").driving(), of_link = described.peers("pair").of_link();
  EXPECT_TRUE(driving.tx.line && driving.tx.buffered && !driving.rx.line);
  EXPECT_TRUE(of_link.rx.line && !of_link.tx.line);
  EXPECT_THAT([&] { described["pair"]; }, ThrowsMessage<std::logic_error>(HasSubstr("pair of the type tap is a peer")));
  EXPECT_THAT([&] { described.peers("in"); },
              ThrowsMessage<std::logic_error>(HasSubstr("in of the type tap is no peer")));
}

TEST(Component, LeavesOutNoPortOfItsDescription) {
  for (const auto& [name, type] : component_types())
    EXPECT_EQ(names_of_groups(type.make()->ports()), names_of_groups(DescribedPorts(name).all())) << name;
}

const char* taken = "";

TEST(Component, HasANameOfItsOwn) {
  for (const char* const name : {"switch", "disk", "tap"}) {
    taken = name;
    const PartRegistration again(
        [] {
          TypeInfo info = tap_type_info();
          info.name = taken;
          return info;
        },
        make_part<TapPart>);
    EXPECT_THAT([] { component_types(); },
                ThrowsMessage<std::invalid_argument>(HasSubstr(std::string("there is a type ") + name)));
  }
}

TEST(Component, IsALinkByItsPorts) {
  EXPECT_THAT(names_of_types(is_link), IsSupersetOf({"delay", "serial_link"}));
  EXPECT_THAT(names_of_types(is_link), Not(Contains("switch")));
}

}  // namespace
}  // namespace isochron
