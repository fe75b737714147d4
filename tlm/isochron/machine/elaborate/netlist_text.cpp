// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/elaborate/netlist_text.h>

#include <map>

#include <fmt/format.h>

#include <isochron/machine/elaborate/metric_resolver.h>
#include <isochron/machine/language/literal.h>
#include <isochron/machine/workload/jobs/jobs_text.h>
#include <isochron/machine/workload/traffic/offered_load.h>
#include <isochron/machine/workload/traffic/traffic_text.h>
#include <isochron/part/interconnect.h>
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
  for (const FlatTraffic& traffic : netlist.traffic)
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

/// Of a metric or a group; empty where its condition does not hold.
std::string metric_text(const MetricDeclaration& metric, const Names& parameters) {
  std::string text;
  if (metric.formula) {
    if (metric.loop.when && !metric.loop.when->flag(parameters, "`when`")) return {};
    text = "formula: " + quoted_text(metric.formula->text_with(parameters, {}));
  } else {
    for (const std::string& pattern : patterns_of(metric, parameters))
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
std::string metrics_text(const std::vector<MetricDeclaration>& metrics, const Names& parameters) {
  std::map<std::string, std::vector<std::string>> entries;
  std::vector<std::string> order;
  for (const MetricDeclaration& metric : metrics) {
    std::string entry = metric_text(metric, parameters);
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

/// For people: parts have it by their parameters.
std::string work_text(const FlatWork& work, const Netlist& netlist) {
  const std::string bytes = format_value(work.work.bytes, Quantity::bytes);
  const auto interval = static_cast<std::uint64_t>(work.work.interval * 1e12);
  return fmt::format("# {}: {}, bytes: {}\n", netlist.parts[work.part].path,
                     work.work.has_end() ? fmt::format("rounds: {}", work.work.rounds)
                                         : fmt::format("every: {}", format_value(interval, Quantity::duration)),
                     bytes);
}

}  // namespace

std::string netlist_text(const MachineFile& file, const Names& parameters, const Netlist& netlist) {
  const std::map<std::size_t, Instead> sizes = sizes_of_sources(netlist);
  std::string text = head_text(file) + "parts:\n";
  for (std::size_t p = 0; p < netlist.parts.size(); ++p) {
    const FlatPart& part = netlist.parts[p];
    const auto own = sizes.find(p);
    text += fmt::format("  \"{}\": {{type: {}{}{}}}\n", part.path, part.type,
                        part.about.empty() ? "" : ", about: " + quoted_text(part.about),
                        parameters_text(part.config->parameters(), own == sizes.end() ? Instead() : own->second));
  }
  if (!netlist.connections.empty()) text += "connect:\n";
  for (const FlatConnection& one : netlist.connections) {
    const FlatPart &from = netlist.parts[one.from], &to = netlist.parts[one.to];
    text += fmt::format("  - {{from: \"{}.{}\", to: \"{}.{}\"{}}}\n", from.path, from.port_name(one.output), to.path,
                        to.port_name(one.input), master_text(to, one.input));
  }
  if (!netlist.traffic.empty()) text += "traffic:\n";
  for (const FlatTraffic& traffic : netlist.traffic) text += traffic_text(traffic, netlist, parameters);
  if (!netlist.jobs.empty()) text += "jobs:\n";
  for (const FlatJobs& jobs : netlist.jobs) text += jobs_text(jobs, netlist, parameters);
  if (!netlist.work.empty()) text += "# work of parts' own, as their parameters say:\n";
  for (const FlatWork& work : netlist.work) text += work_text(work, netlist);
  return text + statistics_text(file.statistics, parameters) + metrics_text(file.metrics, parameters);
}

}  // namespace isochron
