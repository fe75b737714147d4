// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/check_command.h>

#include <algorithm>
#include <map>
#include <memory>
#include <new>

#include <fmt/format.h>

#include <isochron/app/exit_code.h>
#include <isochron/app/host_error.h>
#include <isochron/app/idle_log.h>
#include <isochron/app/interrupt.h>
#include <isochron/app/junit_report.h>
#include <isochron/app/log.h>
#include <isochron/app/output_set.h>
#include <isochron/app/result_report.h>
#include <isochron/app/text_table.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/units.h>

namespace isochron {

namespace {

void set_problem(ScenarioOutcome& outcome, ExitCode exit, const std::string& problem, const std::string& error) {
  outcome.exit = exit;
  outcome.problem = problem;
  outcome.error = error;
}

/// Never throws: what went wrong is in the outcome, so that it can stand beside the others.
ScenarioOutcome simulate_and_check(const Simulation& simulation) {
  ScenarioOutcome outcome;
  outcome.scenario = simulation.scenario().name;
  try {
    const Result result = simulation.run();
    outcome.wall_s = result.performance.wall_s;
    outcome.checks =
        check_expectations(simulation.scenario(), simulation.points(), simulation.published(), result.points);
    for (const CheckOutcome& check : outcome.checks)
      if (!check.ok) outcome.exit = exit_missed;
  } catch (const Interrupted&) {
    set_problem(outcome, exit_interrupted, "interrupted", "interrupted");
  } catch (const InputError& error) {
    set_problem(outcome, exit_input, "bad input", error.what());
  } catch (const HostError& error) {
    set_problem(outcome, exit_host, "not simulated", error.what());
  } catch (const std::bad_alloc&) {
    set_problem(outcome, exit_host, "out of memory",
                "out of memory. Use fewer --jobs, vary less at a time, or take fewer replications.");
  } catch (const std::exception& error) {
    set_problem(outcome, exit_model, "the model failed", error.what());
  }
  return outcome;
}

ScenarioOutcome not_run(const Simulation& simulation) {
  ScenarioOutcome outcome;
  outcome.scenario = simulation.scenario().name;
  set_problem(outcome, exit_interrupted, "not run", "not run: the command was interrupted before");
  return outcome;
}

void log_outcome(const Simulation& simulation, const ScenarioOutcome& outcome) {
  const std::string& file = simulation.scenario().file;
  for (const CheckOutcome& check : outcome.checks)
    if (!check.ok) log_error(describe_miss(check));
  if (outcome.exit == exit_input)
    log_error(outcome.error);  // it has the place
  else if (outcome.exit == exit_host)
    log_error(file + ": " + outcome.error);
  else if (outcome.exit == exit_model)
    log_failure(file + ": " + outcome.problem, outcome.error);
  else if (outcome.problem.empty() && outcome.checks.empty())
    log_warning(file + ": expects nothing, so nothing was compared");
}

std::string table_of(const std::vector<ScenarioOutcome>& outcomes) {
  TextTable table({"scenario", "metric", ">value", "band", ""});
  for (const ScenarioOutcome& outcome : outcomes) {
    if (!outcome.problem.empty())
      table.add({outcome.scenario, "", "", outcome.problem, outcome.exit == exit_interrupted ? "" : "FAILED"});
    for (const CheckOutcome& check : outcome.checks)
      table.add({outcome.scenario, check.at.empty() ? check.metric : check.metric + " at " + check.at,
                 value_text(check), band_text(check.low, check.high, check.unit), check.ok ? "ok" : "MISSED"});
  }
  return table.empty() ? "" : table.text() + "\n";
}

std::string summary_of(const std::vector<ScenarioOutcome>& outcomes) {
  std::size_t checks = 0;
  std::size_t missed = 0;
  std::map<ExitCode, std::size_t> scenarios;
  for (const ScenarioOutcome& outcome : outcomes) {
    checks += outcome.checks.size();
    for (const CheckOutcome& check : outcome.checks) missed += check.ok ? 0 : 1;
    ++scenarios[outcome.exit];
  }
  std::string text = fmt::format("scenarios: {}, checks: {}, ok: {}, missed: {}, models failed: {}", outcomes.size(),
                                 checks, checks - missed, missed, scenarios[exit_model]);
  if (scenarios[exit_input] != 0) text += fmt::format(", bad input: {}", scenarios[exit_input]);
  if (scenarios[exit_host] != 0) text += fmt::format(", not simulated: {}", scenarios[exit_host]);
  if (scenarios[exit_interrupted] != 0)
    text += fmt::format(", interrupted or not run: {}", scenarios[exit_interrupted]);
  return text + "\n";
}

}  // namespace

int check_command(const CheckOptions& options) {
  std::vector<std::unique_ptr<Simulation>> simulations;
  for (const std::string& file : options.scenarios)
    simulations.push_back(std::make_unique<Simulation>(file, options.simulation));
  const Interrupt::Hold hold;  // what has run is reported
  OutputSet output;
  if (!options.junit.empty()) output.open("junit", options.junit);

  std::vector<ScenarioOutcome> outcomes;
  ExitCode worst = exit_well;
  for (const auto& simulation : simulations) {
    if (!Interrupt::requested()) {
      log_idle(*simulation);
      log_uncounted(*simulation);
    }
    outcomes.push_back(Interrupt::requested() ? not_run(*simulation) : simulate_and_check(*simulation));
    log_outcome(*simulation, outcomes.back());
    worst = std::max(worst, outcomes.back().exit);
  }
  if (Interrupt::requested()) {
    worst = exit_interrupted;
    log_error("interrupted");
  }
  Interrupt::acknowledge();
  if (!options.junit.empty()) output.set("junit", junit_report(outcomes));
  if (!output.is_standard_output("junit")) output.print(table_of(outcomes) + summary_of(outcomes));
  output.commit();
  return worst;
}

}  // namespace isochron
