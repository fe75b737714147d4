// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/elaborate/netlist_text.h>

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include <isochron/machine/elaborate/fold_finder.h>
#include <isochron/machine/elaborate/metric_resolver.h>
#include <isochron/machine/elaborate/statistic_places.h>
#include <isochron/machine/language/literal.h>
#include <isochron/machine/workload/traffic/flat_traffic.h>
#include <isochron/machine/workload/traffic/offered_load.h>
#include <isochron/machine/workload/workload_kind.h>
#include <isochron/part/interconnect.h>
#include <isochron/part/part_path.h>
#include <isochron/scenario/units.h>
#include <isochron/scenario/value_reader.h>

namespace isochron {

namespace {

/// Values by path that a part has instead of those of its parameters.
using Instead = std::map<std::string, std::uint64_t>;

std::string parameters_text(const ParameterTable& table, const Instead& instead = {}) {
  std::string text;
  for (const Parameter& parameter : table.all()) {
    if (!parameter.counts()) continue;
    const auto other = instead.find(parameter.path);
    const ParameterValue value = other == instead.end() ? parameter.get() : ParameterValue(other->second);
    const std::string shown = format_value(value, parameter.quantity);
    text += fmt::format(", {}: {}", parameter.path, parameter.quantity == Quantity::text ? quoted_text(shown) : shown);
  }
  return text;
}

/// I/Os and messages of sources, as traffic has them.
std::map<std::size_t, Instead> sizes_of_sources(const Netlist& netlist) {
  std::map<std::size_t, Instead> sizes;
  for (const FlatTraffic& traffic : netlist.workloads.of<FlatTraffic>())
    for (const std::size_t source : traffic.sources)
      sizes[source] = {{"io", io_of(netlist, traffic, source)}, {"message", message_of(netlist, traffic, source)}};
  return sizes;
}

/// What is said of the master at the end of a connection.
std::string master_text(const FlatPart& to, const PortRef& input) {
  Interconnect* const bus = to.config->as<Interconnect>();
  if (bus == nullptr) return "";
  const std::string text = parameters_text(bus->at_port(input));
  return text.empty() ? "" : fmt::format(", master: {{{}}}", text.substr(2));
}

std::string head_text(const MachineFile& file) {
  std::string text = fmt::format("machine: {}\n", file.machine.name);
  if (!file.summary.empty()) text += "summary: " + quoted_text(file.summary) + "\n";
  if (!file.source.empty()) text += "source: " + quoted_text(file.source) + "\n";
  if (file.until_done) text += "runs: until_done\n";
  if (!file.automatic_metrics) text += "automatic_metrics: false\n";
  return text + "flat: true\n";
}

/// Whether the file has parts that match, or within which something may match, and the machine has none of them.
bool is_absent(const MachineFile& file, const Netlist& netlist, const std::string& pattern) {
  const auto has = [&netlist](const std::string& part, const std::string&) {
    return std::any_of(netlist.parts.begin(), netlist.parts.end(),
                       [&part](const FlatPart& one) { return matches_path(part, one.path); });
  };
  const auto could = [&file](const std::string& part, const std::string&) { return could_match(file, part); };
  return !has(pattern, "") && !for_each_split(pattern, has) && (could(pattern, "") || for_each_split(pattern, could));
}

/// Whether figures of a workload are named which it would have with other parameters.
bool is_switched_off(const Netlist& netlist, const std::string& pattern) {
  const auto& kinds = workload_kinds();
  return std::any_of(kinds.begin(), kinds.end(),
                     [&](const WorkloadKind* kind) { return kind->lacks(netlist, pattern); });
}

/// The line of a metric or a group; empty where its condition does not hold or the machine has none of its parts.
std::string metric_text(const MetricDeclaration& metric, const MachineFile& file, const Names& parameters,
                        const Netlist& netlist) {
  std::string text;
  if (metric.formula) {
    if (metric.loop.when && !metric.loop.when->flag(parameters, "`when`")) return {};
    text = "formula: " + quoted_text(metric.formula->text_with(parameters, {}));
  } else {
    for (const std::string& pattern : patterns_of(metric, parameters))
      if (!is_absent(file, netlist, pattern) && !is_switched_off(netlist, pattern))
        text += (text.empty() ? "of: [" : ", ") + quoted_text(pattern);
    if (text.empty()) return {};
    text += "]";
    if (!metric.statistic.empty()) text += ", statistic: " + metric.statistic;
    if (!metric.statistics.empty()) text += fmt::format(", statistics: [{}]", fmt::join(metric.statistics, ", "));
  }
  if (!metric.series.empty()) text += fmt::format(", series: [{}]", fmt::join(metric.series, ", "));
  if (!metric.about.empty()) text += ", about: " + quoted_text(metric.about);
  return "{" + text + "}";
}

std::string statistics_text(const std::vector<ScopeStatisticDeclaration>& statistics, const Names& parameters) {
  std::string text = statistics.empty() ? "" : "statistics:\n";
  for (const ScopeStatisticDeclaration& one : statistics)
    text += fmt::format("  \"{}.{}\": {{formula: {}{}}}\n", one.scope, one.name,
                        quoted_text(one.formula.text_with(parameters, {})),
                        one.about.empty() ? "" : ", about: " + quoted_text(one.about));
  return text;
}

/// Groups of one name are a list.
std::string metrics_text(const MachineFile& file, const Names& parameters, const Netlist& netlist) {
  std::map<std::string, std::vector<std::string>> entries;
  std::vector<std::string> order;
  for (const MetricDeclaration& metric : file.metrics) {
    std::string entry = metric_text(metric, file, parameters, netlist);
    if (entry.empty()) continue;
    if (entries.count(metric.name) == 0) order.push_back(metric.name);
    entries[metric.name].push_back(std::move(entry));
  }
  std::string text = order.empty() ? "" : "metrics:\n";
  for (const std::string& name : order) {
    const std::string all = fmt::format("{}", fmt::join(entries[name], ", "));
    text += fmt::format("  {}: {}\n", name, entries[name].size() == 1 ? all : "[" + all + "]");
  }
  return text;
}

std::string bounds_text(const MachineFile& file, const Names& parameters, const Netlist& netlist) {
  std::string text;
  for (const BoundDeclaration& one : file.bounds) {
    if (one.capacity) {
      if (one.when && !one.when->flag(parameters, "`when`")) continue;
      text += fmt::format("{}  {}: {{capacity: {}, number: {}", text.empty() ? "bounds:\n" : "", one.name,
                          quoted_text(one.capacity->text_with(parameters, {})),
                          one.number ? one.number->count(parameters, "`number`") : 1);
      if (one.each) text += ", each: " + quoted_text(one.each->text_with(parameters, {}));
      if (one.whole) text += ", whole: " + quoted_text(one.whole->text_with(parameters, {}));
      if (!one.resource.empty()) text += ", resource: " + one.resource;
      text += (one.about.empty() ? "" : ", about: " + quoted_text(one.about)) + "}\n";
      continue;
    }
    std::vector<std::string> of;
    for (const PathPattern& pattern : one.of)
      if (!is_absent(file, netlist, pattern.text)) of.push_back(quoted_text(pattern.text));
    if (of.empty()) continue;
    if (text.empty()) text = "bounds:\n";
    text += fmt::format("  {}: {{of: [{}]{}}}\n", one.name, fmt::join(of, ", "),
                        one.about.empty() ? "" : ", about: " + quoted_text(one.about));
  }
  return text;
}

std::string flows_text(const MachineFile& file, const Netlist& netlist) {
  std::string text;
  for (const FlowDeclaration& one : file.flows) {
    std::vector<std::string> of;
    for (const PathPattern& pattern : one.of)
      if (!is_absent(file, netlist, pattern.text)) of.push_back(quoted_text(pattern.text));
    if (of.empty()) continue;
    if (text.empty()) text = "flows:\n";
    text += fmt::format("  {}: [{}]\n", one.name, fmt::join(of, ", "));
  }
  return text;
}

/// Those of the machine file, each at its parts one by one.
std::string faults_text(const Netlist& netlist) {
  std::string text;
  for (const FlatFault& fault : netlist.faults)
    for (std::size_t p = 0; fault.of_machine && p < fault.parts.size(); ++p) {
      const std::string part = quoted_text(netlist.parts[fault.parts[p]].path);
      FaultOptions options = fault.options;
      std::string entry = parameters_text(options.parameters(fault.kind));
      if (fault.kind == "set") {
        const ParameterTable table = netlist.parts[fault.parts[p]].config->parameters();
        std::string values;
        for (const auto& [path, value] : fault.changes[p])
          values += fmt::format(", {}: {}", path, format_value(value, table.find(path)->quantity));
        entry += fmt::format(", set: {{{}}}", values.substr(2));
      }
      const bool has_on = fault.kind == "set" || fault.kind == "bit_errors";
      text += fmt::format("{}  - {{name: {}, {}: {}{}}}\n", text.empty() ? "faults:\n" : "",
                          fault.parts.size() == 1 ? fault.name : fmt::format("{}_{}", fault.name, p),
                          has_on ? "on" : fault.kind, part, entry);
    }
  return text;
}

/// A declaration may have come to several entries, which differ in the number of disks alone.
std::string disk_arrays_text(const MachineFile& file, const Names& parameters, const Netlist& netlist) {
  std::string text;
  const DiskArrayDeclaration* last = nullptr;
  for (FlatDiskArray one : netlist.disk_arrays) {
    const DiskArrayDeclaration& array = *one.declaration;
    if (&array == last) continue;
    last = &array;
    std::vector<std::string> of;
    for (const PathPattern& pattern : array.of)
      if (!is_absent(file, netlist, pattern.text)) of.push_back(quoted_text(pattern.text));
    text += fmt::format(
        "{}  {}: {{of: [{}]{}, mttf_hours: {}, repair_hours: {}{}{}}}\n", text.empty() ? "arrays:\n" : "", array.name,
        fmt::join(of, ", "), array.per ? ", per: " + quoted_text(array.per->text) : "",
        quoted_text(array.mttf_hours.text_with(parameters, {})),
        quoted_text(array.repair_hours.text_with(parameters, {})), parameters_text(one.options.parameters()),
        array.about.empty() ? "" : ", about: " + quoted_text(array.about));
  }
  return text;
}

/// With parameters replaced by their values.
std::string run_text(const RunDeclaration& run, const Names& parameters) {
  std::string text;
  if (!run.driver.empty()) text += "driver: " + run.driver + "\n";
  if (run.demand.formula && (!run.demand.when || run.demand.when->flag(parameters, "`when`")))
    text += "demand: " + quoted_text(run.demand.formula->text_with(parameters, {})) + "\n";
  if (run.events || run.memory) text += "estimate:\n";
  if (run.events) text += "  events: " + quoted_text(run.events->text_with(parameters, {})) + "\n";
  if (run.memory) text += "  memory: " + quoted_text(run.memory->text_with(parameters, {})) + "\n";
  return text;
}

}  // namespace

std::string netlist_text(const MachineFile& file, const Names& parameters, const Netlist& netlist) {
  const std::map<std::size_t, Instead> sizes = sizes_of_sources(netlist);
  std::string text = head_text(file) + "parts:\n";
  for (std::size_t p = 0; p < netlist.parts.size(); ++p) {
    const FlatPart& part = netlist.parts[p];
    const auto own = sizes.find(p);
    text += fmt::format("  \"{}\": {{type: {}{}{}{}}}\n", part.path, part.type, part.is_down ? ", down: true" : "",
                        part.about.empty() ? "" : ", about: " + quoted_text(part.about),
                        parameters_text(part.config->parameters(), own == sizes.end() ? Instead() : own->second));
  }
  if (!netlist.connections.empty()) text += "connect:\n";
  for (std::size_t c = 0; c < netlist.connections.size(); ++c) {
    const FlatConnection& one = netlist.connections[c];
    const FlatPart &from = netlist.parts[one.from], &to = netlist.parts[one.to];
    if (one.back) {
      if (*one.back > c)
        text += fmt::format("  - {{between: [\"{}.{}\", \"{}.{}\"]}}\n", from.path, from.joined_name(one.output),
                            to.path, to.joined_name(one.input));
      continue;
    }
    text += fmt::format("  - {{from: \"{}.{}\", to: \"{}.{}\"{}}}\n", from.path, from.port_name(one.output), to.path,
                        to.port_name(one.input), master_text(to, one.input));
  }
  if (!netlist.folds.empty()) text += "# Computed instead of simulated, each by itself; `fold: off` simulates all:\n";
  for (const FlatFold& fold : netlist.folds) text += fmt::format("#   {}\n", text_of(fold, netlist));
  for (const WorkloadKind* const kind : workload_kinds()) text += kind->text(netlist, parameters);
  return text + statistics_text(file.statistics, parameters) + metrics_text(file, parameters, netlist) +
         bounds_text(file, parameters, netlist) + flows_text(file, netlist) + faults_text(netlist) +
         disk_arrays_text(file, parameters, netlist) + run_text(file.run, parameters);
}

}  // namespace isochron
