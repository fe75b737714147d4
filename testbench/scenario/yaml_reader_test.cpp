// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/yaml_reader.h>

#include <gtest/gtest.h>

#include <isochron/scenario/input_error.h>

#include "support/expect_error.h"

namespace isochron {
namespace {

std::string refusal(const std::string& text) {
  return test::message_of<InputError>([&] { read_yaml(text, "x.yaml"); });
}

TEST(YamlReader, KeepsPlaces) {
  const YamlNode root = read_yaml("a: 1\nb: {c: [2, 3]}\n", "x.yaml");
  ASSERT_TRUE(root.is_map());
  EXPECT_EQ(root.find("a")->text, "1");
  EXPECT_EQ(root.find("b")->find("c")->items[1].position.text(), "x.yaml:2:12");
  EXPECT_EQ(root.keys[1].position.text(), "x.yaml:2:1");
  EXPECT_EQ(root.find("d"), nullptr);
}

TEST(YamlReader, NothingIsNothing) {
  EXPECT_TRUE(read_yaml("", "x.yaml").is_null());
  EXPECT_TRUE(read_yaml("# only a comment\n", "x.yaml").is_null());
  EXPECT_TRUE(read_yaml("a: ~", "x.yaml").find("a")->is_null());
  EXPECT_TRUE(read_yaml("a: \"\"", "x.yaml").find("a")->is_scalar());
}

TEST(YamlReader, RefusesDuplicates) {
  EXPECT_EQ(refusal("a: 1\nb: 2\na: 3\n"), "x.yaml:3:1: `a` is given twice, first in line 1. Remove one of the two.");
}

TEST(YamlReader, RefusesEmptyKeys) {
  EXPECT_EQ(refusal("a: {~: 1}\n"), "x.yaml:1:5: an empty key. Write a name before the colon.");
  EXPECT_TRUE(read_yaml("\"~\": Null\n", "x.yaml").find("~")->is_null());
}

TEST(YamlReader, RefusesAliases) {
  EXPECT_NE(refusal("a: &x [1]\nb: *x\n").find("x.yaml:2:4: aliases"), std::string::npos);
}

TEST(YamlReader, RefusesDepth) {
  EXPECT_NE(refusal(std::string(1000, '[') + std::string(1000, ']')).find("nested deeper"), std::string::npos);
}

TEST(YamlReader, RefusesWhatIsNoText) {
  EXPECT_NE(refusal(std::string("a: b\nc\0d", 8)).find("x.yaml:2:2: byte 0x00 is not text"), std::string::npos);
  EXPECT_NE(refusal("a: \xff\n").find("x.yaml:1:4: byte 0xff"), std::string::npos);
  EXPECT_NE(refusal("\xed\x7f").find("byte 0xed"), std::string::npos);
  EXPECT_NE(refusal(std::string((1u << 20) + 1, 'a')).find("larger than"), std::string::npos);
}

TEST(YamlReader, RefusesBrokenYaml) {
  EXPECT_NE(refusal("a: [1, 2\n").find("x.yaml:1:4: not valid YAML: a bracket that is not closed"), std::string::npos);
  EXPECT_NE(refusal("a: 1\nb\nc: 2\n").find("x.yaml:2:1: not valid YAML: a line without a colon"), std::string::npos);
  EXPECT_NE(refusal("a:\n\tb: 1\n").find("x.yaml:2:1: a tab in front"), std::string::npos);
  EXPECT_NE(refusal("a: {b: 1\n").find("not valid YAML"), std::string::npos);
  EXPECT_NE(refusal("a: 1\n---\nb: 2\n").find("a second document"), std::string::npos);
  EXPECT_NE(refusal("[1, 2]: 3\n").find("as a key"), std::string::npos);
  EXPECT_NE(refusal("[").find("a bracket that is not closed"), std::string::npos);
}

TEST(YamlReader, RefusesOpenQuotations) {
  EXPECT_EQ(refusal("a: \"open\n"), "x.yaml:1:4: a quotation that is not closed. Add the closing quote.");
  EXPECT_NE(refusal("a: 'open\nb: 3\n").find("x.yaml:1:4: a quotation"), std::string::npos);
  EXPECT_NE(refusal("a: \"open \\\"\n").find("a quotation"), std::string::npos);
  EXPECT_EQ(read_yaml("\xef\xbb\xbf"
                      "a: \"closed\"\n",
                      "x.yaml")
                .find("a")
                ->text,
            "closed");
  EXPECT_EQ(read_yaml("a: 'it''s'\n", "x.yaml").find("a")->text, "it's");
}

TEST(YamlReader, OptionsHaveOnePlace) {
  const YamlNode node = read_yaml_value("{slice: 128 B}", {"--set pci={slice: 128 B}", 0, 0});
  EXPECT_EQ(node.find("slice")->position.text(), "--set pci={slice: 128 B}");
}

}  // namespace
}  // namespace isochron
