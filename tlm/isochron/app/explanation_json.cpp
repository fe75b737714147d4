// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/explanation_json.h>

#include <map>
#include <optional>
#include <set>

#include <isochron/app/failure_task.h>
#include <isochron/app/failures_json.h>
#include <isochron/app/idle_log.h>
#include <isochron/app/inputs_json.h>
#include <isochron/app/parameter_origin.h>
#include <isochron/app/resource_load.h>
#include <isochron/app/saturation.h>
#include <isochron/machine/analyse/machine_analysis.h>
#include <isochron/machine/composed_machine.h>
#include <isochron/part/part_types.h>
#include <isochron/scenario/metric_lookup.h>
#include <isochron/scenario/result_json.h>
#include <isochron/scenario/units.h>
#include <isochron/scenario/value_reader.h>

namespace isochron {

namespace {

using Json = nlohmann::ordered_json;

Json parameters_json(const Simulation& simulation) {
  const ScenarioPoint& point = simulation.points().front();
  const ParameterTable parameters = point.machine->parameters();
  Json list = Json::array();
  for (const Parameter& parameter : parameters.all()) {
    Json entry = {{"path", parameter.path},
                  {"value", to_json(parameter.get(), parameter.quantity)},
                  {"unit", si_unit(parameter.quantity)},
                  {"text", format_value(parameter.get(), parameter.quantity)},
                  {"quantity", quantity_name(parameter.quantity)},
                  {"valid", format_range(parameter)},
                  {"doc", parameter.doc},
                  {"counts", parameter.counts() && point.machine->why_idle(parameter.path).empty()},
                  {"origin", parameter_origin(point, parameter)},
                  {"source", parameter_source(point, parameter)}};
    if (!parameter.choices.empty()) entry["choices"] = parameter.choices;
    list.push_back(std::move(entry));
  }
  return list;
}

/// What the scenario varies itself, instances' parameters among it, with the values in order.
Json varied_json(const Simulation& simulation) {
  Json list = Json::array();
  for (const VariedValue& varied : simulation.points().front().varied)
    list.push_back(Json{{"path", varied.path}, {"texts", varied_values(simulation, varied.path)}});
  return list;
}

Json instances_json(const ScenarioPoint& point) {
  Json list = Json::array();
  for (const InstanceSetting& setting : point.instances)
    list.push_back(Json{{"pattern", setting.assignment.pattern},
                        {"path", setting.assignment.path},
                        {"value", to_json(setting.value, setting.quantity)},
                        {"unit", si_unit(setting.quantity)},
                        {"text", format_value(setting.value, setting.quantity)},
                        {"origin", setting.assignment.value.position.text()}});
  return list;
}

Json measure_json(const Simulation& simulation) {
  const Measure& measure = simulation.scenario().measure;
  Json entry = {{"until_done", measure.until_done},
                {"warm_up_s", to_si(measure.warm_up, Quantity::duration)},
                {"duration_s", to_si(measure.duration, Quantity::duration)},
                {"replications", measure.replications},
                {"confidence", measure.confidence},
                {"seed", measure.seed}};
  return entry;
}

/// What names of parts begin with and is no part itself: node[0] of node[0].raid[1].
std::set<std::string> groups_of(const Topology& topology) {
  std::set<std::string> groups;
  for (const Topology::Part& part : topology.parts)
    for (std::size_t dot = part.name.find('.'); dot != std::string::npos; dot = part.name.find('.', dot + 1))
      groups.insert(part.name.substr(0, dot));
  for (const Topology::Part& part : topology.parts) groups.erase(part.name);
  return groups;
}

Json topology_json(const Topology& topology) {
  Json parts = Json::array();
  for (const Topology::Part& part : topology.parts) parts.push_back(Json{{"name", part.name}, {"type", part.type}});
  Json edges = Json::array();
  for (const TopologyEdge& edge : topology.edges)
    edges.push_back(Json{{"from", edge.from}, {"to", edge.to}, {"label", edge.label}});
  return Json{{"parts", std::move(parts)}, {"groups", groups_of(topology)}, {"edges", std::move(edges)}};
}

/// Ports that drive each kind of link. Links measure nothing themselves.
std::map<std::string, std::vector<std::string>> drivers_of_links(const ScenarioPoint& point) {
  std::map<std::string, std::vector<std::string>> drivers;
  const auto* const machine = dynamic_cast<const ComposedMachine*>(point.machine.get());
  if (machine == nullptr) return drivers;
  const Netlist& netlist = machine->analysis().netlist();
  for (const FlatConnection& one : netlist.connections) {
    const FlatPart &from = netlist.parts[one.from], &to = netlist.parts[one.to];
    if (is_link(*to.config)) drivers[kind_of_path(to.path)].push_back(from.path + "." + from.port_name(one.output));
  }
  return drivers;
}

Json bounds_json(const std::vector<ResourceLoad>& loads,
                 const std::map<std::string, std::vector<std::string>>& drivers) {
  Json list = Json::array();
  for (const ResourceLoad& one : loads) {
    list.push_back(Json{{"resource", one.bound.resource},
                        {"what", one.bound.description},
                        {"load", one.bound.load},
                        {"capacity", one.bound.capacity},
                        {"used", one.used},
                        {"limit", one.bound.limit}});
    if (one.bound.unit != "B/s") list.back()["unit"] = one.bound.unit;
    const auto driver = drivers.find(one.bound.resource);
    if (driver != drivers.end()) list.back()["measured_by"] = driver->second;
    if (one.bound.metric.empty()) continue;
    list.back()["metric"] = one.bound.metric;
    list.back()["brought"] = Json::object();
    for (const auto& [metric, each] : one.bound.brought) list.back()["brought"][metric] = each;
  }
  return list;
}

Json workloads_json(const std::vector<WorkloadBound>& workloads) {
  Json list = Json::array();
  for (const WorkloadBound& one : workloads)
    list.push_back(Json{{"metric", one.metric},
                        {"asked", one.asked ? Json(*one.asked) : Json(nullptr)},
                        {"limit", one.resource.empty() ? Json(nullptr) : Json(one.limit)},
                        {"resource", one.resource.empty() ? Json(nullptr) : Json(one.resource)}});
  return list;
}

/// Arrays of disks, in hours.
Json disk_arrays_json(const ScenarioPoint& point) {
  Json list = Json::array();
  const auto* const machine = dynamic_cast<const ComposedMachine*>(point.machine.get());
  if (machine == nullptr) return list;
  for (FlatDiskArray one : machine->analysis().netlist().disk_arrays) {
    list.push_back(Json{{"name", one.declaration->name},
                        {"about", one.declaration->about},
                        {"arrays", one.arrays},
                        {"disks", one.disks},
                        {"mttf_hours", one.mttf_hours},
                        {"repair_hours", one.repair_hours}});
    const ParameterTable table = one.options.parameters();
    for (const char* const path : {"tolerates", "law", "repairs"}) {
      const Parameter& parameter = *table.find(path);
      list.back()[path] = to_json(parameter.get(), parameter.quantity);
    }
  }
  return list;
}

Json saturation_json(const std::vector<ScenarioPoint>& points) {
  Json list = Json::array();
  for (const Saturation& one : find_saturation(points))
    list.push_back(Json{{"parameter", one.parameter},
                        {"value", to_json(one.value, one.quantity)},
                        {"unit", si_unit(one.quantity)},
                        {"text", format_value(one.value, one.quantity)},
                        {"from", one.from},
                        {"to", one.to},
                        {"begins", one.begins},
                        {"resource", one.resource},
                        {"others", one.others}});
  return list;
}

Json unlimited_json(const ScenarioPoint& point) {
  Json list = Json::array();
  for (const UnlimitedParts& parts : point.unlimited())
    list.push_back(Json{{"type", parts.type}, {"parameter", parts.path}});
  return list;
}

/// What a result may have, by name.
Json metrics_json(const TypeInfo& machine) {
  Json metrics = Json::array();
  for (const StatisticInfo& one : machine.metrics)
    metrics.push_back({{"name", one.name}, {"unit", one.unit}, {"fields", figure_fields(one.distribution)}});
  return metrics;
}

Json estimate_json(const RunSize& size) {
  return Json{{"events", size.events}, {"peak_memory_bytes", size.peak_memory}};
}

Json point_json(const ScenarioPoint& point) {
  const MachineDescription& machine = *point.machine;
  const std::vector<ResourceLoad> loads = resource_loads(machine);
  const std::optional<double> demand = machine.demand();
  const auto [metric, unit] = machine.driver();
  Json entry;
  entry["parameters"] = Json::object();
  for (const VariedValue& varied : point.varied)
    entry["parameters"][varied.path] = to_json(varied.value, varied.quantity);
  const auto estimate = machine.completes_in();
  entry["completes_in_s"] = estimate ? Json(to_si(*estimate, Quantity::duration)) : Json(nullptr);
  entry["driver"] = {{"metric", metric}, {"unit", unit}, {"demand", demand ? Json(*demand) : Json(nullptr)}};
  entry["bounds"] = bounds_json(loads, drivers_of_links(point));
  entry["workloads"] = workloads_json(machine.workloads());
  entry["drawn_at_random"] = machine.drawn_at_random();
  entry["bottleneck"] = loads.empty() ? Json(nullptr) : Json(loads.front().bound.resource);
  entry["topology"] = topology_json(point.machine->topology());
  entry["unlimited"] = unlimited_json(point);
  entry["faults"] = Json::array();
  for (const FaultText& one : machine.faults())
    entry["faults"].push_back(
        Json{{"name", one.name}, {"kind", one.kind}, {"parts", one.parts}, {"count", one.count}, {"how", one.how}});
  entry["arrays"] = disk_arrays_json(point);
  return entry;
}

}  // namespace

Json explanation_json(const Simulation& simulation, const std::optional<unsigned>& fail) {
  const Scenario& scenario = simulation.scenario();
  Json document = {
      {"schema", "isochron.explanation/1"},
      {"scenario", scenario.name},
      {"title", scenario.title},
      {"description", scenario.description},
      {"system", scenario.system},
      {"machine_file", scenario.machine->files.empty() ? Json(nullptr) : Json(scenario.machine->files.front())},
      {"metrics", metrics_json(scenario.machine->info)},
      {"varied", varied_json(simulation)},
      {"parameters", parameters_json(simulation)},
      {"instances", instances_json(simulation.points().front())},
      {"measure", measure_json(simulation)}};
  if (!scenario.machine->sha256.empty()) document["machine_sha256"] = scenario.machine->sha256;
  document["warnings"] = Json::array();
  for (const IdleSetting& setting : simulation.idle()) document["warnings"].push_back(idle_text(setting));
  if (const std::string text = uncounted_text(simulation); !text.empty()) document["warnings"].push_back(text);
  document["inputs"] = inputs_json();
  document["points"] = Json::array();
  for (const ScenarioPoint& point : simulation.points()) {
    document["points"].push_back(point_json(point));
    if (fail)
      add_failures(document["points"].back(), netlist_of(point), analyse_failures(simulation, point, *fail), *fail);
  }
  const std::vector<RunSize> sizes = run_sizes(simulation.points(), scenario.measure);
  for (std::size_t p = 0; p < sizes.size(); ++p) document["points"][p]["estimate"] = estimate_json(sizes[p]);
  document["saturation"] = saturation_json(simulation.points());
  return document;
}

}  // namespace isochron
