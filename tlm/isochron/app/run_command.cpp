// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/run_command.h>

#include <algorithm>

#include <fmt/format.h>

#include <isochron/app/exit_code.h>
#include <isochron/app/idle_log.h>
#include <isochron/app/log.h>
#include <isochron/app/output_set.h>
#include <isochron/app/result_report.h>
#include <isochron/scenario/json_writer.h>
#include <isochron/scenario/result_csv.h>
#include <isochron/scenario/result_json.h>

namespace isochron {

namespace {

void log_warnings(const Simulation& simulation, const Result& result) {
  log_idle(simulation);
  const std::size_t idle = simulation.idle().size();  // at the end of each point's, and said
  for (std::size_t i = 0; i < result.points.size(); ++i) {
    const std::string point = simulation.points()[i].label();
    const std::string where = simulation.scenario().name + (point.empty() ? "" : " at " + point);
    const std::vector<std::string>& warnings = result.points[i].warnings;
    for (std::size_t w = 0; w + idle < warnings.size(); ++w) log_warning(fmt::format("{}: {}", where, warnings[w]));
  }
}

/// What the scenario is about: the figures that it has expectations of, beside the driver's.
std::vector<std::string> expected_figures(const Scenario& scenario, const std::string& driver) {
  std::vector<std::string> figures;
  for (const Expectation& expectation : scenario.expectations) {
    const std::string& metric = expectation.metric;
    if (metric.rfind(driver, 0) != 0 && std::find(figures.begin(), figures.end(), metric) == figures.end())
      figures.push_back(metric);
  }
  return figures;
}

}  // namespace

int run_command(const RunOptions& options) {
  const Simulation simulation(options.scenario, options.simulation);
  OutputSet output;
  for (const std::string& input : simulation.inputs()) output.protect(input);
  if (!options.json.empty()) output.open("json", options.json);
  if (!options.csv.empty())
    output.open_folder(options.csv, {"metrics.csv", "components.csv", "published.csv", "series.csv", "histograms.csv"});

  const TraceOutput trace(options.trace, simulation, output);
  const Result result = [&] {
    try {
      return simulation.run(trace.task());
    } catch (const WriteError& error) {
      throw trace.explain(error);
    }
  }();
  log_warnings(simulation, result);
  if (!options.json.empty()) output.set("json", write_json(to_json(result)));
  if (!options.csv.empty())
    for (auto& [name, text] : to_csv(result)) output.set(name, text);
  if (!output.is_standard_output("json")) {
    const std::string driver = simulation.points().front().machine->driver().first;
    output.print(result_report(result, driver, expected_figures(simulation.scenario(), driver)));
  }
  output.commit();
  return exit_well;
}

}  // namespace isochron
