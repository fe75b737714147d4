// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/run_command.h>

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include <isochron/app/exit_code.h>
#include <isochron/app/idle_log.h>
#include <isochron/app/inputs_json.h>
#include <isochron/app/interrupt.h>
#include <isochron/app/log.h>
#include <isochron/app/output_set.h>
#include <isochron/app/result_report.h>
#include <isochron/app/traced_failure.h>
#include <isochron/core/error.h>
#include <isochron/scenario/figure_check.h>
#include <isochron/scenario/input_error.h>
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

/// Files for the pictures of a run. Throws InputError where it keeps none, or several of a name.
std::vector<std::string> picture_files(const Simulation& simulation) {
  if (simulation.points().size() > 1)
    throw InputError({"--pictures", 0, 0}, "the scenario has several points, and each would have pictures of its own",
                     "Set what it varies to one value, with --set");
  std::vector<std::string> files;
  for (const std::string& name : simulation.points().front().machine->picture_names()) files.push_back(name + ".pgm");
  if (files.empty())
    throw InputError({"--pictures", 0, 0}, "the machine keeps no pictures",
                     "Of a `ps2` set `pixels: on` and `pictures: 6`, or how many you want");
  return files;
}

/// Portable grey map.
std::string to_pgm(const PictureSample& picture) {
  return fmt::format("P5\n{} {}\n255\n", picture.width, picture.height) + picture.pixels;
}

std::string inputs_document() {
  return write_json({{"schema", "isochron.inputs/1"}, {"files", inputs_json()}});
}

/// What a failed run has read: whoever keeps the failure has to know. Says so where it cannot be written.
void write_inputs_of_failure(const std::string& file) {
  if (file.empty()) return;
  try {
    OutputSet output;
    output.open("inputs", file);
    output.set("inputs", inputs_document());
    output.commit();
  } catch (const std::runtime_error& error) {
    log_error(error.what());
  }
}

/// Nothing where the simulation is for the trace alone. Throws FileError, InputError, ModelError, Interrupted.
std::optional<Result> simulate(const Simulation& simulation, const TraceOutput& trace, OutputSet& output) {
  try {
    if (trace.task() == nullptr || !trace.task()->alone) return simulation.run(trace.task());
    simulation.trace_alone(*trace.task());
    return std::nullopt;
  } catch (const WriteError& error) {
    throw trace.explain(error);
  } catch (const TracedFailure& error) {
    log_idle(simulation);
    trace.keep(output);
    throw ModelError(fmt::format("{}\nWritten, with all up to then: {}", error.what(), trace.files()));
  } catch (const ModelError&) {
    // What was doubtful before the run may be why it came to nothing.
    log_idle(simulation);
    throw;
  }
}

int simulate_and_write(const RunOptions& options) {
  const Simulation simulation(options.scenario, options.simulation);
  for (const std::string& metric : options.simulation.metrics)
    require_figure({metric, {"--metric", 0, 0}}, simulation.scenario(), simulation.points(), simulation.type());
  OutputSet output;
  output.require_no_inputs();
  if (!options.inputs.empty()) output.open("inputs", options.inputs);
  if (!options.json.empty()) output.open("json", options.json);
  if (!options.csv.empty())
    output.open_folder(options.csv, {"metrics.csv", "components.csv", "published.csv", "series.csv", "histograms.csv"});
  if (!options.pictures.empty()) output.open_folder(options.pictures, picture_files(simulation));

  const bool results = !options.json.empty() || !options.csv.empty() || !options.pictures.empty();
  const TraceOutput trace(options.trace, results, simulation, output);
  const std::optional<Result> simulated = simulate(simulation, trace, output);
  if (!options.inputs.empty()) output.set("inputs", inputs_document());
  if (!simulated) {
    log_idle(simulation);
    output.commit();
    log_note(fmt::format("written: {}", trace.files()));
    log_note("stopped at --trace-to, without figures; --json or --csv has them of the whole run");
    return exit_well;
  }
  const Result& result = *simulated;
  log_warnings(simulation, result);
  if (!options.json.empty()) output.set("json", write_json(to_json(result)));
  if (!options.csv.empty())
    for (auto& [name, text] : to_csv(result)) output.set(name, text);
  if (!options.pictures.empty())
    for (const auto& [name, picture] : result.points.front().pictures) output.set(name + ".pgm", to_pgm(picture));
  if (!output.is_standard_output("json")) {
    const std::string driver = simulation.points().front().machine->driver().first;
    output.print(
        result_report(result, driver, expected_figures(simulation.scenario(), driver), options.simulation.metrics));
  }
  output.commit();
  if (trace.task() != nullptr) log_note(fmt::format("written: {}", trace.files()));
  return exit_well;
}

}  // namespace

int run_command(const RunOptions& options) {
  try {
    return simulate_and_write(options);
  } catch (const Interrupted&) {
    throw;
  } catch (const std::exception&) {
    write_inputs_of_failure(options.inputs);
    throw;
  }
}

}  // namespace isochron
