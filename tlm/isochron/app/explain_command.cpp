// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/explain_command.h>

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include <isochron/app/exit_code.h>
#include <isochron/app/output_set.h>
#include <isochron/app/simulation.h>
#include <isochron/app/text_table.h>
#include <isochron/scenario/units.h>
#include <isochron/scenario/value_reader.h>

namespace isochron {

namespace {

std::string origin_text(const ScenarioPoint& point, const std::string& path) {
  const auto found = point.origins.find(path);
  if (found == point.origins.end()) return "default";
  const SourcePosition& position = found->second;
  return position.line == 0 ? position.file : fmt::format("{}:{}", position.file, position.line);
}

/// All values of a varied parameter; empty when it is not varied.
std::string varied_text(const Simulation& simulation, const std::string& path) {
  std::vector<std::string> values;
  for (const ScenarioPoint& point : simulation.points())
    for (const VariedValue& varied : point.varied)
      if (varied.path == path && std::find(values.begin(), values.end(), varied.text) == values.end())
        values.push_back(varied.text);
  return fmt::format("{}", fmt::join(values, " | "));
}

std::string parameters_text(const Simulation& simulation) {
  const ScenarioPoint& point = simulation.points().front();
  TextTable table({"parameter", ">value", "from", "source"});
  const ParameterTable parameters = point.machine->parameters();
  for (const Parameter& parameter : parameters.all()) {
    const std::string varied = varied_text(simulation, parameter.path);
    table.add({parameter.path, varied.empty() ? format_value(parameter.get(), parameter.quantity) : varied,
               origin_text(point, parameter.path), parameter.source});
  }
  for (const InstanceSetting& setting : point.instances)
    table.add({setting.assignment.pattern + "." + setting.assignment.path,
               format_value(setting.value, setting.quantity), setting.assignment.value.position.text(), ""});
  return table.text();
}

std::string measure_text(const Measure& measure) {
  return fmt::format("Measured: {} after {} of warm-up, {} replication{}, {:g} % confidence, seed {}\n",
                     format_stored(measure.duration, Quantity::duration),
                     format_stored(measure.warm_up, Quantity::duration), measure.replications,
                     measure.replications == 1 ? "" : "s", measure.confidence * 100, measure.seed);
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
  for (const auto& [label, count] : edges) joined += fmt::format("{}{} {}", joined.empty() ? "" : ", ", count, label);
  return table.text() + (joined.empty() ? "" : "joined by " + joined + "\n");
}

/// The bounds, the tightest first, and a sentence that names it.
std::string bounds_text(const Machine& machine) {
  std::vector<ResourceBound> bounds = machine.bounds();
  if (bounds.empty()) return {};
  std::stable_sort(bounds.begin(), bounds.end(),
                   [](const ResourceBound& one, const ResourceBound& other) { return one.limit < other.limit; });
  const auto [metric, unit] = machine.driver();
  TextTable table({"resource", ">load", ">capacity", ">used", ">" + metric + " at most", "what it is"});
  for (const ResourceBound& bound : bounds)
    table.add({bound.resource, format_si(bound.load, "B/s"), format_si(bound.capacity, "B/s"),
               bound.capacity > 0 ? fmt::format("{:.1f} %", 100 * bound.load / bound.capacity) : "",
               format_si(bound.limit, unit), bound.description});
  const ResourceBound& first = bounds.front();
  const double demand = machine.demand();
  return table.text() +
         fmt::format("\nBottleneck: {} ({}) saturates first, at {} = {}; the scenario asks for {}, {:.0f} % of that.\n",
                     first.description, first.resource, metric, format_si(first.limit, unit), format_si(demand, unit),
                     100 * demand / first.limit);
}

}  // namespace

int explain_command(const ExplainOptions& options) {
  SimulationOptions simulation_options;
  simulation_options.changes = options.changes;
  const Simulation simulation(options.scenario, simulation_options);
  const Scenario& scenario = simulation.scenario();
  OutputSet output;
  output.print(scenario.title.empty() ? scenario.name + "\n" : scenario.name + ": " + scenario.title + "\n");
  if (!scenario.description.empty())
    output.print(scenario.description + (scenario.description.back() == '\n' ? "" : "\n"));
  output.print(fmt::format("\nParameters of {}\n", scenario.system) + parameters_text(simulation) + "\n" +
               measure_text(scenario.measure));
  output.print("\nThe machine\n" + topology_text(simulation.points().front().machine->topology()));
  output.print("\nWhat the arithmetic says, before anything is simulated\n");
  for (const ScenarioPoint& point : simulation.points()) {
    if (!point.varied.empty()) output.print("\nAt " + point.label() + "\n");
    output.print(bounds_text(*point.machine));
  }
  output.commit();
  return exit_well;
}

}  // namespace isochron
