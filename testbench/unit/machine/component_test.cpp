// SPDX-License-Identifier: Apache-2.0
// Types of parts that a program adds to those of the library.
#include <stdexcept>

#include <gmock/gmock.h>

#include <isochron/machine/elaborate/component.h>
#include <isochron/machine/run/machine_description.h>

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
    return {{"in", Port::Role::receiver}, {"out", Port::Role::sender, true, 4, "link", true, true}};
  }
  void build(Assembly&, const std::string&, const PartPlan&, BuildContext&) const override {}

 private:
  std::uint64_t taps_ = 2;
};

/// A type of that part whose description may be wrong.
ComponentType tap(const std::string& name, const std::vector<PortInfo>& ports) {
  return {[=] {
            TypeInfo info;
            info.name = name;
            info.kind = "fabric";
            info.ports = ports;
            return info;
          },
          [] { return std::make_unique<TapPart>(); }};
}

const PortInfo in{"in", "any", "receiver", ""};
const PortInfo out{"out[i]", "link", "sender", ""};

TEST(Component, IsDescribedAsItIsMade) {
  add_component_type(tap("tap", {in, out}));
  EXPECT_EQ(component_types().count("tap"), 1u);
  const TypeInfo& info = type_registry().at("tap");
  ASSERT_EQ(info.parameters.size(), 1u);
  EXPECT_EQ(info.parameters[0].parameter.path, "taps");
  EXPECT_EQ(info.parameters[0].standard, ParameterValue(std::uint64_t{2}));
}

TEST(Component, HasANameOfItsOwn) {
  const auto add = [](const char* name) { return [=] { add_component_type(tap(name, {in, out})); }; };
  for (const char* const name : {"switch", "disk", "ps2"})
    EXPECT_THAT(add(name), ThrowsMessage<std::invalid_argument>(HasSubstr(std::string("there is a type ") + name)));
  add("spout")();
  EXPECT_THAT(add("spout"), ThrowsMessage<std::invalid_argument>(HasSubstr("there is a type spout")));
}

TEST(Component, DescribesThePortsThatItHas) {
  const auto add = [](const PortInfo& port) { return [=] { add_component_type(tap("drain", {in, port})); }; };
  EXPECT_THAT(add({"exit[i]", "link", "sender", ""}),
              ThrowsMessage<std::invalid_argument>(HasSubstr("does not describe its port out")));
  for (const PortInfo& wrong : {PortInfo{"out", "link", "sender", ""}, PortInfo{"out[i]", "link", "receiver", ""},
                                PortInfo{"out[i]", "any", "sender", ""}})
    EXPECT_THAT(add(wrong), ThrowsMessage<std::invalid_argument>(HasSubstr("is out[i], sender of link, in a part")));
  EXPECT_EQ(component_types().count("drain"), 0u);
  EXPECT_EQ(type_registry().count("drain"), 0u);
}

TEST(Component, IsALinkByItsPorts) {
  EXPECT_THAT(names_of_types(is_link), IsSupersetOf({"delay", "serial_link"}));
  EXPECT_THAT(names_of_types(is_link), Not(Contains("switch")));
}

}  // namespace
}  // namespace isochron
