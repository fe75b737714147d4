// SPDX-License-Identifier: Apache-2.0
// Remedies are tried before they are named: whoever does what the message says has a machine.
#include <isochron/scenario/remedy.h>

#include <cmath>

#include <gtest/gtest.h>

#include <isochron/core/split_mix.h>
#include <isochron/machine/run/machine_description.h>
#include <isochron/scenario/value_reader.h>

#include "support/library_machine.h"
#include "support/sanitizers.h"

namespace isochron {
namespace {

/// A value of the parameter, all orders of magnitude alike.
ParameterValue random_value(const Parameter& parameter, SplitMix64& random) {
  switch (parameter.quantity) {
    case Quantity::flag:
      return random() % 2 == 0;
    case Quantity::choice:
      return parameter.choices[random() % parameter.choices.size()];
    case Quantity::indices:
      return std::vector<std::uint64_t>(random() % 3 / 2, random() % 4);
    case Quantity::dimensions:
      return std::vector<std::uint64_t>(parameter.number, parameter.min + random() % 4);
    default: {
      const double low = std::log(static_cast<double>(parameter.min) + 1);
      const double high = std::log(static_cast<double>(parameter.max) + 1);
      const double drawn = std::exp(low + (high - low) * static_cast<double>(random() >> 11) * 0x1p-53) - 1;
      return std::min(parameter.max, std::max(parameter.min, static_cast<std::uint64_t>(drawn)));
    }
  }
}

void apply(const ParameterTable& table, const Remedy& remedy) {
  for (const auto& [path, text] : remedy) {
    const Parameter* const parameter = table.find(path);
    ASSERT_NE(parameter, nullptr) << path;
    if (parameter->quantity == Quantity::indices) {
      ASSERT_EQ(text, "[]");
      parameter->set(std::vector<std::uint64_t>{});
      continue;
    }
    YamlNode node;
    node.kind = YamlNode::Kind::scalar;
    node.text = text;
    parameter->set(read_value(node, *parameter));
  }
}

class Remedies : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Of, Remedies,
                         testing::Values("seachange_cluster", "point_to_point", "shared_bus", "subsystems",
                                         "mbus_workstation", "ps2", "disk_array"),
                         [](const testing::TestParamInfo<std::string>& tested) { return tested.param; });

/// Random ones that do not fit. Under AddressSanitizer, which takes twenty times as long, fewer do the same.
constexpr unsigned configurations = testbench::under_address_sanitizer() ? 25 : 250;

// From each, ten remedies at most lead to one that fits: PS2 has as many checks.
TEST_P(Remedies, leadToAMachine) {
  SplitMix64 random(1);
  unsigned invalid = 0;
  for (unsigned tries = 0; invalid < configurations && tries < 200'000; ++tries) {
    const std::unique_ptr<MachineDescription> machine = testbench::library_machine(GetParam());
    const ParameterTable table = machine->parameters();
    for (const Parameter& parameter : table.all())
      if (random() % 2 == 0 && parameter.path.find("impl") == std::string::npos)
        parameter.set(random_value(parameter, random));
    if (table.problems().empty()) continue;
    ++invalid;
    const std::string first = table.problems().front().path + ": " + table.problems().front().message;
    for (unsigned step = 0; step < 10 && !table.problems().empty(); ++step) {
      const ParameterProblem problem = table.problems().front();
      const std::vector<Remedy> remedies = find_remedies(table, problem, {});
      ASSERT_FALSE(remedies.empty()) << problem.path << ": " << problem.message;
      apply(table, remedies.front());
    }
    EXPECT_TRUE(table.problems().empty()) << first;
  }
  EXPECT_EQ(invalid, configurations);
}

// What the user asked for stays where another parameter can give way; every way that is named is one.
TEST(Remedy, leavesAloneWhatWasAskedFor) {
  const std::unique_ptr<MachineDescription> machine = testbench::library_machine("seachange_cluster");
  const ParameterTable table = machine->parameters();
  table.find("raid_controllers")->set(std::uint64_t{3});
  ASSERT_EQ(table.problems().size(), 1u);
  const std::vector<Remedy> remedies = find_remedies(table, table.problems().front(), {"raid_controllers"});
  ASSERT_FALSE(remedies.empty());
  EXPECT_NE(remedies.front().front().first, "raid_controllers");
  EXPECT_EQ(std::get<std::uint64_t>(table.find("raid_controllers")->get()), 3u);  // nothing was changed by trying
  for (const Remedy& remedy : remedies) {
    const std::unique_ptr<MachineDescription> other = testbench::library_machine("seachange_cluster");
    const ParameterTable changed = other->parameters();
    changed.find("raid_controllers")->set(std::uint64_t{3});
    apply(changed, remedy);
    EXPECT_TRUE(changed.problems().empty()) << remedy_text({}, {remedy});
  }
}

// Of a count that may have a name the name is a way out; a size in dimensions is left as it is, whatever is proposed.
TEST(Remedy, namesACountAndLeavesDimensionsAlone) {
  std::uint64_t strings = 5;
  std::vector<std::uint64_t> size{500, 500};
  ParameterTable table;
  table.count_or("strings", strings, "table", {4, 9}, "how many");
  table.dimensions("size", size, 2, {1, 4096}, "how large");
  table.check([&]() -> std::vector<ParameterProblem> {
    if (strings == 0) return {};
    return {{"strings", "too many", "take fewer", {"size", "strings"}, {{"size", 512}}}};
  });
  const std::vector<Remedy> remedies = find_remedies(table, table.problems().front(), {});
  ASSERT_EQ(remedies.size(), 1u);
  EXPECT_EQ(remedies.front(), (Remedy{{"strings", "table"}}));
  EXPECT_EQ(strings, 5u);
  EXPECT_EQ(size, (std::vector<std::uint64_t>{500, 500}));
}

TEST(Remedy, isASentence) {
  EXPECT_EQ(remedy_text({}, {{{"a", "1"}}, {{"b", "2"}, {"c", "3 B"}}}), "Set `a: 1`, or `b: 2` and `c: 3 B`");
  EXPECT_EQ(remedy_text({"a", "wrong", "do something else", {}}, {}), "do something else");
}

}  // namespace
}  // namespace isochron
