// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/junit_report.h>

#include <algorithm>

#include <fmt/format.h>

#include <isochron/app/printable_text.h>
#include <isochron/app/result_report.h>
#include <isochron/scenario/units.h>

namespace isochron {

namespace {

/// As an attribute's value. XML has no way to write a control character.
std::string attribute(const std::string& text) {
  std::string out;
  for (const char character : printable_lines(text)) {
    switch (character) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\n':
        out += "&#10;";
        break;
      case '\t':
        out += "&#9;";
        break;
      default:
        out += character;
    }
  }
  return out;
}

std::string test_case(const ScenarioOutcome& outcome, const std::string& name, const std::string& problem) {
  const std::string head =
      fmt::format("    <testcase classname=\"{}\" name=\"{}\"", attribute(outcome.scenario), attribute(name));
  return problem.empty() ? head + "/>\n" : head + ">\n      " + problem + "\n    </testcase>\n";
}

std::string test_suite(const ScenarioOutcome& outcome) {
  const auto failures =
      std::count_if(outcome.checks.begin(), outcome.checks.end(), [](const CheckOutcome& check) { return !check.ok; });
  const bool skipped = outcome.exit == exit_interrupted;
  const bool error = !outcome.problem.empty() && !skipped;
  std::string text = fmt::format(
      "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\">\n",
      attribute(outcome.scenario), outcome.checks.size() + (error || skipped ? 1 : 0), failures, error ? 1 : 0,
      skipped ? 1 : 0, outcome.wall_s);
  if (error || skipped)
    text += test_case(outcome, "simulation",
                      fmt::format("<{} message=\"{}\"/>", error ? "error" : "skipped", attribute(outcome.error)));
  for (const CheckOutcome& check : outcome.checks) {
    const std::string name = check.at.empty() ? check.metric : check.metric + " at " + check.at;
    text += test_case(outcome, name,
                      check.ok ? "" : fmt::format("<failure message=\"{}\"/>", attribute(describe_miss(check))));
  }
  return text + "  </testsuite>\n";
}

}  // namespace

std::string describe_miss(const CheckOutcome& check) {
  return fmt::format("{}: {}{}{}, not {}", check.position.text(), check.metric, check.simulated ? " is " : ": ",
                     value_text(check), band_text(check.low, check.high, check.unit));
}

std::string value_text(const CheckOutcome& check) {
  return check.simulated ? format_si(*check.simulated, check.unit) : check.missing;
}

std::string junit_report(const std::vector<ScenarioOutcome>& outcomes) {
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"isochron check\">\n";
  for (const ScenarioOutcome& outcome : outcomes) text += test_suite(outcome);
  return text + "</testsuites>\n";
}

}  // namespace isochron
