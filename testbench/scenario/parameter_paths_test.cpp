// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/parameter_paths.h>

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <isochron/scenario/input_error.h>
#include <isochron/scenario/yaml_reader.h>

#include "support/expect_error.h"

namespace isochron {
namespace {

/// A group of which there are three, and one of which there is one.
struct Config {
  std::uint64_t counts[3] = {};
  std::uint64_t deep[3] = {};
  std::uint64_t wheels = 0;

  ParameterTable table() {
    ParameterTable table;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::string group = i == 0 ? "streams" : "streams_" + std::to_string(i + 1);
      table.count(group + ".count", counts[i], {}, "how many");
      table.count(group + ".inner.deep", deep[i], {}, "further in");
    }
    table.count("cart.wheels", wheels, {}, "of the only one");
    return table;
  }
};

std::vector<Assignment> elaborated(const std::string& text) {
  Config config;
  return flatten_parameters(read_yaml(text, "x.yaml"), "", {}, config.table());
}

/// "path=value" of each, in order.
std::string listed(const std::string& text) {
  std::string all;
  for (const Assignment& one : elaborated(text)) all += one.path + "=" + one.value.text + " ";
  return all;
}

std::string refusal(const std::string& text) {
  return test::message_of<InputError>([&] { elaborated(text); });
}

TEST(ParameterPaths, aListIsOfGroupsOfAKind) {
  EXPECT_EQ(listed("streams: [{count: 4}, {count: 5, inner: {deep: 6}}, {inner.deep: 7}]"),
            "streams.count=4 streams_2.count=5 streams_2.inner.deep=6 streams_3.inner.deep=7 ");
  EXPECT_EQ(listed("streams: [{count: 4}]"), listed("streams: {count: 4}"));
  EXPECT_EQ(listed("streams:\n- count: 4\n- count: 5\n"), listed("{streams: {count: 4}, streams_2: {count: 5}}"));
}

TEST(ParameterPaths, anEntryHasItsPlace) {
  const std::vector<Assignment> found = elaborated("streams:\n- count: 4\n- count: 5\n");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[1].value.position.text(), "x.yaml:3:10");
}

TEST(ParameterPaths, aListThatIsTooLongIsRefusedAtTheFirstThatIsTooMany) {
  EXPECT_EQ(refusal("streams:\n- count: 1\n- count: 2\n- count: 3\n- count: 4\n- count: 5\n"),
            "x.yaml:5:3: `streams` has 5 entries. Use 3 or fewer.");
}

TEST(ParameterPaths, anEmptyListSaysNothing) {
  EXPECT_EQ(refusal("streams: []"), "x.yaml:1:10: `streams` is an empty list. Leave it out, or write an entry.");
}

TEST(ParameterPaths, anEntryIsAMap) {
  EXPECT_EQ(refusal("streams: [{count: 1}, 7]"),
            "x.yaml:1:23: `streams_2` has a single value instead of a map. Set one of its parameters: streams_2.count, "
            "streams_2.inner.deep.");
  EXPECT_NE(refusal("streams: [[{count: 1}]]").find("`streams` has a list instead of a map"), std::string::npos);
}

TEST(ParameterPaths, whatAnEntryHasNotIsSuggested) {
  EXPECT_EQ(refusal("streams: [{count: 1}, {cuont: 2}]"),
            "x.yaml:1:24: unknown parameter `streams_2.cuont`. Did you mean `streams_2.count`?");
}

TEST(ParameterPaths, anEntryAndItsGroupAreTheSame) {
  EXPECT_EQ(refusal("streams: [{count: 1}, {count: 2}]\nstreams_2: {count: 3}"),
            "x.yaml:2:13: `streams_2.count` is given twice. Remove one of the two.");
}

// Of a group that there is once, and of one of those that a list is of, there is no list.
TEST(ParameterPaths, otherGroupsAreNoLists) {
  EXPECT_EQ(refusal("cart: [{wheels: 4}]"),
            "x.yaml:1:7: `cart` has a list instead of a map. Set one of its parameters: cart.wheels.");
  EXPECT_NE(refusal("streams_2: [{count: 1}]").find("`streams_2` has a list instead of a map"), std::string::npos);
}

}  // namespace
}  // namespace isochron
