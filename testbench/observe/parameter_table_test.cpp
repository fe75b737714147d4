// SPDX-License-Identifier: Apache-2.0
#include <isochron/observe/parameter_table.h>

#include <gtest/gtest.h>

#include <isochron/bus/pci_config.h>
#include <isochron/observe/type_registry.h>

namespace isochron {
namespace {

enum class Colour { red, green };

struct Inner {
  std::uint64_t time = 5;
  Colour colour = Colour::red;

  ParameterTable parameters() {
    ParameterTable table;
    table.duration("time", time, {1, 100}, "how long", "paper, section 1");
    table.choice("colour", colour, {"red", "green"}, "which");
    return table;
  }
};

struct Outer {
  bool on = false;
  std::vector<std::uint64_t> failed;
  Inner first;
  Inner second;

  ParameterTable parameters() {
    ParameterTable table;
    table.flag("on", on, "whether");
    table.indices("failed", failed, {0, 6}, "which ones");
    table.nest("first", first.parameters());
    table.nest("second", second.parameters());
    return table;
  }
};

// A nested accessor must reach the field of its own object, not that of its sibling or of a copy.
TEST(ParameterTable, setsTheFieldOfItsPath) {
  Outer outer;
  const ParameterTable table = outer.parameters();
  table.find("second.time")->set(std::uint64_t{42});
  table.find("first.colour")->set(std::string("green"));
  table.find("on")->set(true);
  table.find("failed")->set(std::vector<std::uint64_t>{1, 3});
  EXPECT_EQ(outer.first.time, 5u);
  EXPECT_EQ(outer.second.time, 42u);
  EXPECT_EQ(outer.first.colour, Colour::green);
  EXPECT_EQ(outer.second.colour, Colour::red);
  EXPECT_TRUE(outer.on);
  EXPECT_EQ(outer.failed, (std::vector<std::uint64_t>{1, 3}));
  EXPECT_EQ(std::get<std::uint64_t>(table.find("second.time")->get()), 42u);
  EXPECT_EQ(std::get<std::string>(table.find("first.colour")->get()), "green");
}

TEST(ParameterTable, keepsOrderRangeAndSource) {
  Outer outer;
  const ParameterTable table = outer.parameters();
  std::vector<std::string> paths;
  for (const Parameter& parameter : table.all()) paths.push_back(parameter.path);
  EXPECT_EQ(paths,
            (std::vector<std::string>{"on", "failed", "first.time", "first.colour", "second.time", "second.colour"}));
  const Parameter& time = *table.find("first.time");
  EXPECT_EQ(time.quantity, Quantity::duration);
  EXPECT_EQ(time.min, 1u);
  EXPECT_EQ(time.max, 100u);
  EXPECT_EQ(time.source, "paper, section 1");
  EXPECT_EQ(table.find("first.colour")->choices, (std::vector<std::string>{"red", "green"}));
  EXPECT_EQ(table.find("first"), nullptr);
  EXPECT_EQ(table.find(""), nullptr);
}

// A size or rate that may have a name instead: the name is stored as 0, and 0 reads as the name.
TEST(ParameterTable, aNumberMayHaveAName) {
  std::uint64_t size = 7;
  std::uint64_t rate = 0;
  ParameterTable table;
  table.bytes_or("size", size, "whole", {1, 100}, "how much");
  table.data_rate_or("rate", rate, "unlimited", {8, 800}, "how fast", "paper, section 2");
  const Parameter& parameter = *table.find("rate");
  EXPECT_EQ(parameter.quantity, Quantity::data_rate);
  EXPECT_EQ(parameter.choices, std::vector<std::string>{"unlimited"});
  EXPECT_EQ(parameter.min, 8u);
  EXPECT_EQ(parameter.source, "paper, section 2");
  EXPECT_EQ(std::get<std::string>(parameter.get()), "unlimited");
  parameter.set(std::uint64_t{80});
  EXPECT_EQ(rate, 80u);
  EXPECT_EQ(std::get<std::uint64_t>(parameter.get()), 80u);
  table.find("size")->set(std::string("whole"));
  EXPECT_EQ(size, 0u);
  EXPECT_EQ(rate, 80u);
}

// The same of a count and of a time; a fraction has millionths, dimensions as many numbers as the table says.
TEST(ParameterTable, hasCountsWithANameFractionsAndDimensions) {
  std::uint64_t strings = 0;
  std::uint64_t wait = 5;
  std::uint64_t share = 306'000;
  std::vector<std::uint64_t> size{512, 512, 384};
  ParameterTable table;
  table.count_or("strings", strings, "table", {1, 9}, "how many", "paper, section 3");
  table.duration_or("wait", wait, "for ever", {1, 100}, "how long");
  table.fraction("share", share, {0, 1'000'000}, "of the whole");
  table.dimensions("size", size, 3, {1, 4096}, "of the volume", "paper, section 4");
  EXPECT_EQ(table.find("strings")->quantity, Quantity::count);
  EXPECT_EQ(table.find("strings")->source, "paper, section 3");
  EXPECT_EQ(std::get<std::string>(table.find("strings")->get()), "table");
  table.find("strings")->set(std::uint64_t{3});
  EXPECT_EQ(strings, 3u);
  EXPECT_EQ(table.find("wait")->quantity, Quantity::duration);
  table.find("wait")->set(std::string("for ever"));
  EXPECT_EQ(wait, 0u);
  EXPECT_EQ(table.find("share")->quantity, Quantity::fraction);
  table.find("share")->set(std::uint64_t{1'000'000});
  EXPECT_EQ(share, 1'000'000u);
  const Parameter& dimensions = *table.find("size");
  EXPECT_EQ(dimensions.quantity, Quantity::dimensions);
  EXPECT_EQ(dimensions.number, 3u);
  EXPECT_EQ(dimensions.max, 4096u);
  EXPECT_EQ(dimensions.source, "paper, section 4");
  dimensions.set(std::vector<std::uint64_t>{1, 2, 3});
  EXPECT_EQ(size, (std::vector<std::uint64_t>{1, 2, 3}));
}

// The name stands for no file. A relative one begins in the folder of whoever gives it.
TEST(ParameterTable, hasFilesWithAName) {
  FilePath file;
  ParameterTable table;
  table.file_or("file", file, "none", "that is played", "paper, section 3");
  const Parameter& parameter = *table.find("file");
  EXPECT_EQ(parameter.quantity, Quantity::text);
  EXPECT_EQ(parameter.source, "paper, section 3");
  EXPECT_EQ(std::get<std::string>(parameter.get()), "none");
  parameter.set(std::string("../nv.csv"));
  parameter.file->folder = "scenarios/mine";
  EXPECT_EQ(file.path(), "scenarios/nv.csv");
  EXPECT_EQ(std::get<std::string>(parameter.get()), "../nv.csv");
  parameter.set(std::string("/tmp/nv.csv"));
  EXPECT_EQ(file.path(), "/tmp/nv.csv");
  parameter.set(std::string("none"));
  EXPECT_TRUE(file.empty());
}

// Every default of a part lies in its own range, has a text, and no path comes twice.
TEST(ParameterTable, ofThePciBusIsConsistent) {
  PciConfig config;
  const ParameterTable table = config.parameters();
  for (const Parameter& parameter : table.all()) {
    EXPECT_EQ(table.find(parameter.path), &parameter) << parameter.path << " comes twice";
    EXPECT_FALSE(parameter.doc.empty()) << parameter.path;
    const ParameterValue value = parameter.get();
    if (const auto* const number = std::get_if<std::uint64_t>(&value)) {
      EXPECT_GE(*number, parameter.min) << parameter.path;
      EXPECT_LE(*number, parameter.max) << parameter.path;
    }
  }
}

// Catches an instance whose checks speak of the machine's paths, or that takes parameters of other parts.
TEST(ParameterTable, aPartHasItsParametersAndAllChecks) {
  Outer outer;
  ParameterTable whole = outer.parameters();
  whole.counts_where(whole.is("second.colour", {"green"}), {"second.time"});
  whole.check([&outer]() -> std::vector<ParameterProblem> {
    if (outer.second.time < 50) return {};
    return {{"second.time", "too long", "shorten it", {"second.time", "on"}, {{"second.time", 49}}}};
  });
  ParameterTable part = whole.part("second");
  ASSERT_EQ(part.all().size(), 2u);
  ASSERT_NE(part.find("time"), nullptr);
  EXPECT_EQ(part.find("time")->conditions.at(0).path, "colour");
  EXPECT_TRUE(part.problems().empty());
  part.find("time")->set(ParameterValue(std::uint64_t{60}));
  EXPECT_EQ(outer.second.time, 60u);
  ASSERT_EQ(part.problems().size(), 1u);
  const ParameterProblem problem = part.problems()[0];
  EXPECT_EQ(problem.path, "time");
  EXPECT_EQ(problem.others, (std::vector<std::string>{"time", "on"}));
  EXPECT_EQ(problem.candidates.at(0).first, "time");
}

// Catches a part that is not there and yet refuses what is said of it.
TEST(ParameterTable, whatDoesNotCountIsNoProblemOfAPart) {
  bool there = true;
  std::uint64_t time = 60;
  ParameterTable inner;
  inner.duration("time", time, {0, 100}, "of it");
  inner.check([&time]() -> std::vector<ParameterProblem> {
    if (time < 50) return {};
    return {{"time", "too long", "shorten it", {"time"}, {{"time", 49}}}};
  });
  ParameterTable whole;
  whole.flag("there", there, "there is such a part");
  whole.nest("part", std::move(inner));
  whole.counts_where({"there", "true", [&there] { return there; }}, {"part"});
  ASSERT_EQ(whole.problems().size(), 1u);
  EXPECT_EQ(whole.problems()[0].path, "part.time");
  there = false;
  EXPECT_TRUE(whole.problems().empty());
}

// A description outlives the configuration that it was taken from.
TEST(TypeInfo, copiesTheDefaultsOut) {
  TypeInfo info;
  {
    Outer outer;
    outer.first.time = 77;
    info.describe_parameters(outer.parameters());
  }
  EXPECT_EQ(std::get<std::uint64_t>(info.parameters.at(2).standard), 77u);
  EXPECT_FALSE(info.parameters.at(2).parameter.get);
  EXPECT_FALSE(info.parameters.at(2).parameter.set);
}

}  // namespace
}  // namespace isochron
