// SPDX-License-Identifier: Apache-2.0
// Expressions of machine files: values, the order of operators, and the place that each message names.
#include <isochron/machine/language/expression.h>

#include <gtest/gtest.h>

#include <isochron/scenario/input_error.h>

#include "support/expect_error.h"

namespace isochron {
namespace {

const Names names({{"n", Number::whole(7)},
                   {"io", Number::stored(131072, Quantity::bytes)},
                   {"wide", true},
                   {"mode", std::string("fast")},
                   {"pci.slice", Number::stored(128, Quantity::bytes)}});

Value value_of(const std::string& text) {
  return Expression::parse(text, {"x.yaml", 3, 10}).evaluate(names);
}

std::uint64_t number_of(const std::string& text) {
  return Expression::parse(text, {"x.yaml", 3, 10}).count(names, "it");
}

std::string refusal(const std::string& text) {
  return test::message_of<InputError>([&] { value_of(text); });
}

TEST(Expression, ComesToNumbers) {
  EXPECT_EQ(number_of("1 + 2 * 3"), 7u);
  EXPECT_EQ(number_of("(1 + 2) * 3"), 9u);
  EXPECT_EQ(number_of("20 - 3 - 4"), 13u);
  EXPECT_EQ(number_of("100 / 5 / 2"), 10u);
  EXPECT_EQ(number_of("n mod 4 + 1"), 4u);
  EXPECT_EQ(number_of("-2 + n"), 5u);
  EXPECT_EQ(number_of("(n - n mod 3) / 3"), 2u);
  EXPECT_EQ(number_of("n div 3 * 3 + n mod 3"), 7u);
  EXPECT_EQ(number_of("(2 - n) div 3 + 2"), 0u);
  EXPECT_EQ(number_of("io div 1000 B"), 131u);
  EXPECT_EQ(number_of("io / pci.slice"), 1024u);
  EXPECT_EQ(number_of("1e3"), 1000u);
  EXPECT_EQ(number_of("200 % * 2"), 4u);
}

TEST(Expression, HasListsAndFunctions) {
  EXPECT_EQ(number_of("min(n, 3) + max(1, 2)"), 5u);
  EXPECT_EQ(number_of("size([4, 5]) + min([4, 5]) + max([4, 5])"), 11u);
  EXPECT_EQ(number_of("floor(n / 2) + 10 * ceil(n / 2)"), 43u);
  EXPECT_EQ(number_of("[4, 5, 6][n mod 3]"), 5u);
  EXPECT_EQ(number_of("1 if n in [2, 7] and not 8 in [n] else 2"), 1u);
  EXPECT_NE(refusal("flor(n)").find("unknown function `flor`"), std::string::npos);
  EXPECT_NE(refusal("sum(n)").find("`sum` is over statistics"), std::string::npos);
  EXPECT_NE(refusal("floor(n, 2)").find("`floor` has 2 values"), std::string::npos);
  EXPECT_NE(refusal("max([])").find("an empty list has no `max`"), std::string::npos);
}

TEST(Expression, UnitsStandBehindNumbers) {
  EXPECT_EQ(std::get<Number>(value_of("240 MB/s / 2")), Number::stored(960'000'000, Quantity::data_rate));
  EXPECT_EQ(std::get<Number>(value_of("240MB/s")), Number::stored(1'920'000'000, Quantity::data_rate));
  EXPECT_EQ(std::get<Number>(value_of("io / 4 ms")), Number::stored(262'144'000, Quantity::data_rate));
  EXPECT_EQ(std::get<Number>(value_of("50 /s")), Number::stored(50'000'000, Quantity::event_rate));
  EXPECT_EQ(std::get<Number>(value_of("1.5 KiB")), Number::stored(1536, Quantity::bytes));
  EXPECT_EQ(std::get<Number>(value_of("0.25 * 8")), Number::whole(2));
}

TEST(Expression, ChoosesAndCompares) {
  EXPECT_EQ(number_of("1 if wide else 2"), 1u);
  EXPECT_EQ(number_of("1 if not wide else 2 if n > 6 else 3"), 2u);
  EXPECT_EQ(number_of("1 if n == 7 and mode == fast else 2"), 1u);
  EXPECT_EQ(number_of("1 if n != 7 or mode == slow else 2"), 2u);
  EXPECT_EQ(number_of("1 if io >= 128 KiB and io <= 128 KiB and not io < 1 B else 2"), 1u);
  // Only the branch that is taken is worked out.
  EXPECT_EQ(number_of("n / 0 if n == 0 else 5"), 5u);
  EXPECT_EQ(std::get<std::string>(value_of("slow if n > 9 else mode")), "fast");
}

TEST(Expression, SaysWhereAndWhy) {
  EXPECT_EQ(refusal("n + "),
            "x.yaml:3:14: in `n + `: it ends where a value is expected. Write a number, a name, or an expression in "
            "parentheses.");
  EXPECT_NE(refusal("nods + 1").find("x.yaml:3:10: in `nods + 1`: unknown name `nods`"), std::string::npos)
      << refusal("nods + 1");
  EXPECT_NE(refusal("1 + ioo").find("Did you mean `io`"), std::string::npos) << refusal("1 + ioo");
  EXPECT_NE(refusal("(n").find("not closed"), std::string::npos);
  EXPECT_NE(refusal("n n").find("3:12"), std::string::npos) << refusal("n n");
  EXPECT_NE(refusal("3 MX/s").find("unknown unit"), std::string::npos) << refusal("3 MX/s");
  EXPECT_NE(refusal("io + n").find("between a size and a plain number"), std::string::npos) << refusal("io + n");
  EXPECT_NE(refusal("n if io else 1").find("true or false"), std::string::npos) << refusal("n if io else 1");
  EXPECT_NE(refusal("1 if wide").find("without `else`"), std::string::npos);
  EXPECT_NE(refusal("io div 3").find("between a size and a plain number"), std::string::npos) << refusal("io div 3");
  EXPECT_NE(refusal("n div 0").find("`div` by 0 or less"), std::string::npos) << refusal("n div 0");
  EXPECT_NE(refusal(std::string(200, '(') + "1").find("nested too deeply"), std::string::npos);
  EXPECT_NE(refusal(std::string(200, '-') + "1").find("nested too deeply"), std::string::npos);
  EXPECT_NE(refusal("wide == mode").find("a name where true or false is needed"), std::string::npos)
      << refusal("wide == mode");
}

// What check() says of `text`; empty: nothing. `mode` and `other` are choices, `rate` may also be a name.
std::string finding(const std::string& text, const Expression::Words& words = {}) {
  const Expression::Scope scope{{"n", {}},
                                {"wide", {}},
                                {"mode", {{"fast", "slow"}, true}},
                                {"other", {{"slow", "still"}, true}},
                                {"far", {{"east", "west"}, true}},
                                {"rate", {{"unlimited"}}}};
  try {
    Expression::parse(text, {"x.yaml", 3, 10}).check(scope, "`it`", words);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Expression, NamesStandWhereTheyCanBeMeant) {
  for (const char* const text :
       {"mode == fast", "slow != mode", "n == 7 and not (mode == fast or mode == slow)", "rate == unlimited",
        "(mode if wide else other) == still", "(fast if wide else slow) == mode", "mode == other",
        "1 if mode == fast else 2", "mode == (slow if n > 2 else other)"})
    EXPECT_EQ(finding(text), "") << text;
  EXPECT_EQ(finding("near if mode == fast else n", {{"near"}}), "");
}

TEST(Expression, AnUnknownNameIsNoText) {
  const std::string cause = "x.yaml:3:18: `it`: in `mode == fats`: unknown name `fats`. Did you mean `fast`?";
  EXPECT_EQ(finding("mode == fats"), cause);
  EXPECT_EQ(finding("mdoe == fast"), "x.yaml:3:10: `it`: in `mdoe == fast`: unknown name `mdoe`. Did you mean `mode`?");
  EXPECT_EQ(finding("mode == purple"),
            "x.yaml:3:18: `it`: in `mode == purple`: unknown name `purple`. Valid: fast, slow.");
  // A value of another choice, of no choice at all, of a number with another name.
  for (const char* const text :
       {"mode == still", "mode == unlimited", "n == fast", "fast == fast", "fast", "rate == endless",
        // What is not worked out, since something else decides.
        "wide and mode == quick", "1 if wide else quick", "1 if wide else 2 + quick", "not not quick", "-quick",
        "mode < fast", "(fast if wide else quick) == mode"})
    EXPECT_NE(finding(text).find("unknown name"), std::string::npos) << text << ": " << finding(text);
  // What is known, and can never be equal.
  for (const char* const text : {"mode == 3", "mode == wide", "mode == far", "(mode if wide else far) != n + 1"})
    EXPECT_NE(finding(text).find("a choice is compared with what is none of its values. Compare it with one of "),
              std::string::npos)
        << text << ": " << finding(text);
  // A name of the value's own says nothing in a condition.
  EXPECT_NE(finding("near if mode == near else n", {{"near"}}).find("unknown name `near`"), std::string::npos);
}

TEST(Expression, ANumberIsNotTheNameThatItMayHave) {
  EXPECT_EQ(number_of("1 if n == unlimited else 2"), 2u);
  EXPECT_EQ(number_of("1 if unlimited != io else 2"), 1u);
}

}  // namespace
}  // namespace isochron
