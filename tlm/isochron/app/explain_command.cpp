// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/explain_command.h>

#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

#include <isochron/app/bounds_text.h>
#include <isochron/app/estimate_text.h>
#include <isochron/app/exit_code.h>
#include <isochron/app/explanation_json.h>
#include <isochron/app/failure_task.h>
#include <isochron/app/failures_text.h>
#include <isochron/app/idle_log.h>
#include <isochron/app/output_set.h>
#include <isochron/app/parameter_origin.h>
#include <isochron/app/saturation.h>
#include <isochron/app/simulation.h>
#include <isochron/app/text_table.h>
#include <isochron/machine/composed_machine.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/json_writer.h>
#include <isochron/scenario/units.h>
#include <isochron/scenario/value_reader.h>

namespace isochron {

namespace {

std::string parameters_text(const Simulation& simulation) {
  const ScenarioPoint& point = simulation.points().front();
  TextTable table({"parameter", ">value", "from", "source"});
  const ParameterTable parameters = point.machine->parameters();
  for (const Parameter& parameter : parameters.all()) {
    const std::string varied = fmt::format("{}", fmt::join(varied_values(simulation, parameter.path), " | "));
    table.add({parameter.path, varied.empty() ? format_value(parameter.get(), parameter.quantity) : varied,
               parameter_origin(point, parameter), parameter_source(point, parameter)});
  }
  for (const InstanceSetting& setting : point.instances)
    table.add({setting.assignment.pattern + "." + setting.assignment.path,
               format_value(setting.value, setting.quantity), setting.assignment.value.position.text(), ""});
  return table.text();
}

/// The estimate of the machine's own, from the shortest point to the longest.
std::string completion_text(const std::vector<ScenarioPoint>& points) {
  std::vector<double> estimates;
  estimates.reserve(points.size());
  for (const ScenarioPoint& point : points)
    estimates.push_back(to_si(point.machine->completes_in().value_or(0), Quantity::duration));
  const auto [shortest, longest] = std::minmax_element(estimates.begin(), estimates.end());
  const std::string text = format_si(*shortest, "s");
  return *shortest == *longest ? text : text + " to " + format_si(*longest, "s");
}

std::string measure_text(const Simulation& simulation) {
  const Measure& measure = simulation.scenario().measure;
  const std::string length =
      measure.until_done ? fmt::format("until the work is done, about {}", completion_text(simulation.points()))
                         : fmt::format("{} after {} of warm-up", format_stored(measure.duration, Quantity::duration),
                                       format_stored(measure.warm_up, Quantity::duration));
  return fmt::format("Measured: {}, {} replication{}, {:g} % confidence, seed {}\n", length, measure.replications,
                     measure.replications == 1 ? "" : "s", measure.confidence * 100, measure.seed);
}

std::string faults_text(const MachineDescription& machine) {
  TextTable table({"fault", "what", "parts", ">number", "how"});
  for (const FaultText& one : machine.faults())
    table.add({one.name, one.kind, one.parts, std::to_string(one.count), one.how});
  return table.empty() ? "" : "\n" + table.text();
}

std::string topology_text(const Topology& topology) {
  std::map<std::string, std::pair<std::size_t, std::string>> types;  // type -> how many, the first one's name
  for (const Topology::Part& part : topology.parts) {
    auto& [count, first] = types[part.type];
    if (count++ == 0) first = part.name;
  }
  std::map<std::string, std::size_t> edges;
  for (const TopologyEdge& edge : topology.edges) ++edges[edge.label];
  TextTable table({">parts", "type", "such as"});
  for (const auto& [type, entry] : types) table.add({std::to_string(entry.first), type, entry.second});
  std::string joined;
  for (const auto& [label, count] : edges)
    joined +=
        fmt::format("{}{} {}{}", joined.empty() ? "" : ", ", count, label, count > 1 && label == "link" ? "s" : "");
  return table.text() + (joined.empty() ? "" : "joined by " + joined + "\n");
}

/// Of the first point. Throws InputError where the machine is none of a file.
std::string flat_file_of(const Simulation& simulation) {
  const ScenarioPoint& point = simulation.points().front();
  const auto* const machine = dynamic_cast<const ComposedMachine*>(point.machine.get());
  if (machine == nullptr)
    throw InputError({"--netlist", 0, 0}, fmt::format("`{}` is no machine file", simulation.scenario().system),
                     "Leave the option out: explain lists its parts");
  return machine->flat_file();
}

/// What failures leave at each point.
void print_failures(const Simulation& simulation, unsigned at_once, OutputSet& output) {
  for (const ScenarioPoint& point : simulation.points()) {
    output.print(point.varied.empty() ? "\n" : "\nAt " + point.label() + "\n");
    const FailureAnalysis analysis = analyse_failures(simulation, point, at_once);
    output.print(failures_text(*point.machine, netlist_of(point), analysis, at_once));
  }
}

}  // namespace

int explain_command(const ExplainOptions& options) {
  const std::optional<unsigned> fail = read_fail(options.fail);
  SimulationOptions simulation_options;
  simulation_options.changes = options.changes;
  simulation_options.strict = options.strict;
  simulation_options.limit_memory = options.limit_memory;
  // JSON lists the files that a run would read.
  simulation_options.compare = options.json;
  const Simulation simulation(options.scenario, simulation_options);
  log_idle(simulation);
  log_uncounted(simulation);
  const Scenario& scenario = simulation.scenario();
  OutputSet output;
  if (options.netlist) {
    output.print(flat_file_of(simulation));
    output.commit();
    return exit_well;
  }
  if (options.json) {
    output.print(write_json(explanation_json(simulation, fail)));
    output.commit();
    return exit_well;
  }
  output.print(scenario.title.empty() ? scenario.name + "\n" : scenario.name + ": " + scenario.title + "\n");
  if (fail) {
    print_failures(simulation, *fail, output);
    output.commit();
    return exit_well;
  }
  if (!scenario.description.empty())
    output.print(scenario.description + (scenario.description.back() == '\n' ? "" : "\n"));
  output.print(fmt::format("\nParameters of {}\n", scenario.system) + parameters_text(simulation) + "\n" +
               measure_text(simulation));
  output.print("\nThe machine\n" + topology_text(simulation.points().front().machine->topology()));
  output.print("\nWhat a replication costs, estimated\n" + estimate_text(simulation));
  output.print("\nWhat the arithmetic says, before anything is simulated\n");
  for (const ScenarioPoint& point : simulation.points()) {
    if (!point.varied.empty()) output.print("\nAt " + point.label() + "\n");
    output.print(bounds_text(*point.machine) + faults_text(*point.machine));
  }
  if (const std::string text = saturation_text(find_saturation(simulation.points())); !text.empty())
    output.print("\n" + text);
  output.commit();
  return exit_well;
}

}  // namespace isochron
