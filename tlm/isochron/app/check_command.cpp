// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/check_command.h>

#include <memory>

#include <fmt/format.h>

#include <isochron/app/exit_code.h>
#include <isochron/app/junit_report.h>
#include <isochron/app/log.h>
#include <isochron/app/output_set.h>
#include <isochron/app/result_report.h>
#include <isochron/app/text_table.h>
#include <isochron/core/error.h>
#include <isochron/scenario/units.h>

namespace isochron {

namespace {

ScenarioOutcome simulate_and_check(const Simulation& simulation) {
  ScenarioOutcome outcome;
  outcome.scenario = simulation.scenario().name;
  try {
    const Result result = simulation.run();
    outcome.wall_s = result.performance.wall_s;
    outcome.checks =
        check_expectations(simulation.scenario(), simulation.points(), simulation.published(), result.points);
  } catch (const ModelError& error) {
    outcome.error = error.what();
    log_failure(simulation.scenario().file + ": the model failed", outcome.error);
  }
  return outcome;
}

std::string table_of(const std::vector<ScenarioOutcome>& outcomes) {
  TextTable table({"scenario", "metric", ">value", "band", ""});
  for (const ScenarioOutcome& outcome : outcomes) {
    if (!outcome.error.empty()) table.add({outcome.scenario, "", "", "the model failed", "FAILED"});
    for (const CheckOutcome& check : outcome.checks)
      table.add({outcome.scenario, check.at.empty() ? check.metric : check.metric + " at " + check.at,
                 format_si(check.simulated, check.unit), band_text(check.low, check.high, check.unit),
                 check.ok ? "ok" : "MISSED"});
  }
  return table.empty() ? "" : table.text() + "\n";
}

}  // namespace

int check_command(const CheckOptions& options) {
  std::vector<std::unique_ptr<Simulation>> simulations;
  for (const std::string& file : options.scenarios)
    simulations.push_back(std::make_unique<Simulation>(file, options.simulation));
  OutputSet output;
  for (const auto& simulation : simulations)
    for (const std::string& input : simulation->inputs()) output.protect(input);
  if (!options.junit.empty()) output.open("junit", options.junit);

  std::vector<ScenarioOutcome> outcomes;
  std::size_t passed = 0;
  std::size_t missed = 0;
  std::size_t failed = 0;
  for (const auto& simulation : simulations) {
    outcomes.push_back(simulate_and_check(*simulation));
    const ScenarioOutcome& outcome = outcomes.back();
    failed += outcome.error.empty() ? 0 : 1;
    for (const CheckOutcome& check : outcome.checks) {
      ++(check.ok ? passed : missed);
      if (!check.ok) log_error(describe_miss(check));
    }
    if (outcome.error.empty() && outcome.checks.empty())
      log_warning(simulation->scenario().file + ": expects nothing, so nothing was compared");
  }
  if (!options.junit.empty()) output.set("junit", junit_report(outcomes));
  if (!output.is_standard_output("junit"))
    output.print(table_of(outcomes) + fmt::format("scenarios: {}, checks: {}, ok: {}, missed: {}, models failed: {}\n",
                                                  outcomes.size(), passed + missed, passed, missed, failed));
  output.commit();
  return failed != 0 ? exit_model : missed != 0 ? exit_missed : exit_well;
}

}  // namespace isochron
