// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/figure_check.h>

#include <algorithm>
#include <map>
#include <string>

#include <fmt/format.h>

#include <isochron/part/part_path.h>
#include <isochron/part/part_types.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/metric_lookup.h>
#include <isochron/scenario/point_conditions.h>
#include <isochron/scenario/suggestion.h>

namespace isochron {

namespace {

[[noreturn]] void fail(const NamedFigure& figure, const std::string& remedy) {
  throw InputError(figure.position, fmt::format("the result has no figure `{}`", figure.path.substr(0, 80)), remedy);
}

/// The machine's metric that `path` is about: the longest name that it begins with.
const StatisticInfo* metric_of(const std::string& path, const MachineType& type) {
  const StatisticInfo* longest = nullptr;
  for (const StatisticInfo& metric : type.info.metrics) {
    const bool begins = path == metric.name || path.rfind(metric.name + ".", 0) == 0;
    if (begins && (longest == nullptr || metric.name.size() > longest->name.size())) longest = &metric;
  }
  return longest;
}

std::string require_field(const NamedFigure& figure, const StatisticInfo& metric, std::uint64_t replications) {
  const std::string path = figure_name(figure.path);
  if (path == metric.name) return metric.unit;
  const std::string field = path.substr(metric.name.size() + 1);
  const std::vector<std::string> fields = figure_fields(metric.distribution);
  if (std::find(fields.begin(), fields.end(), field) == fields.end())
    fail(figure, fmt::format("`{}` has: {}", metric.name, fmt::join(fields, ", ")));
  if (field == "half_width" && replications == 1) fail(figure, "Take two replications or more");
  return field == "n" ? "1" : metric.unit;
}

/// The units of statistics that any part may have, this machine as a whole among them, by name.
std::map<std::string, std::string> statistic_units(const MachineType& type) {
  // Of the ports within a switch, a bridge or a bus, which are no parts of their own.
  std::map<std::string, std::string> units{
      {"queue_depth", "1"}, {"utilisation", "1"}, {"wait_link", "1"}, {"wait_buffer", "1"}};
  for (const auto& [name, part] : described_types())
    for (const StatisticInfo& statistic : part.statistics) units.emplace(statistic.name, statistic.unit);
  for (const StatisticInfo& statistic : type.info.statistics) units.emplace(statistic.name, statistic.unit);
  return units;
}

/// Unit of the statistic of a part of the machine that the path names; empty: it has none.
std::string unit_at(const std::string& path, const Topology& topology) {
  std::map<std::string, std::string> types;
  for (const Topology::Part& part : topology.parts) types.emplace(part.name, part.type);
  std::string unit;
  for_each_split(path, [&](const std::string& part, const std::string& statistic) {
    const auto type = types.find(part);
    const auto info = type == types.end() ? described_types().end() : described_types().find(type->second);
    if (info == described_types().end()) return false;
    for (const StatisticInfo& one : info->second.statistics)
      if (without_indices(one.name) == without_indices(statistic)) unit = one.unit;
    return !unit.empty();
  });
  return unit;
}

/// The figure begins with a part of the machine, or with what holds some: node[0]. Names of parts go to `names`.
bool has_part(const std::string& path, const Topology& topology, std::vector<std::string>& names) {
  const std::string first = path.substr(0, path.find('.')) + ".";
  for (const Topology::Part& part : topology.parts) {
    if ((part.name + ".").rfind(first, 0) == 0 || first.rfind(part.name, 0) == 0) return true;
    names.push_back(part.name);
  }
  return false;
}

/// One of the points that the figure is about has the part; others may lack it.
void require_part(const NamedFigure& figure, const std::vector<ScenarioPoint>& points) {
  std::vector<std::string> names;
  bool asked = false;
  for (const ScenarioPoint& point : points) {
    if (!meets(point, figure.at)) continue;
    if (has_part(figure.path, point.machine->topology(), names)) return;
    asked = true;
  }
  if (asked) fail(figure, suggestion(figure.path.substr(0, figure.path.rfind('.')), names));
}

std::string require_component(const NamedFigure& figure, const std::vector<ScenarioPoint>& points,
                              const MachineType& type) {
  const std::string& path = figure.path;
  for (const ScenarioPoint& point : points)
    if (meets(point, figure.at))
      if (std::string unit = unit_at(path, point.machine->topology()); !unit.empty()) return unit;
  const std::map<std::string, std::string> units = statistic_units(type);
  const std::pair<const std::string, std::string>* known = nullptr;  // the longest name that the path ends with
  std::vector<std::string> names;
  for (const auto& entry : units) {
    names.push_back(entry.first);
    const std::string end = "." + entry.first;
    const bool ends = path.size() > end.size() && path.compare(path.size() - end.size(), std::string::npos, end) == 0;
    if (ends && (known == nullptr || entry.first.size() > known->first.size())) known = &entry;
  }
  if (known == nullptr) fail(figure, suggestion(path.substr(path.rfind('.') + 1), names));
  require_part(figure, points);
  return known->second;
}

}  // namespace

std::string require_figure(const NamedFigure& figure, const Scenario& scenario,
                           const std::vector<ScenarioPoint>& points, const MachineType& type) {
  if (type.info.metrics.empty()) return "";
  const std::string& path = figure.path;
  for (const StatisticInfo& metric : type.info.metrics)
    if (path == metric.name) return metric.unit;
  if (path.find('[') != std::string::npos) return require_component(figure, points, type);
  std::vector<std::string> names;
  if (path.rfind("performance.", 0) == 0) {
    for (const auto& [name, value] : performance_ratios({})) {
      static_cast<void>(value);
      names.push_back("performance." + name);
    }
    if (std::find(names.begin(), names.end(), path) == names.end()) fail(figure, suggestion(path, names));
    return "1";
  }
  if (const StatisticInfo* metric = metric_of(path, type))
    return require_field(figure, *metric, scenario.measure.replications);
  for (const StatisticInfo& metric : type.info.metrics) names.push_back(metric.name);
  throw InputError(figure.position, fmt::format("unknown metric `{}`", path.substr(0, 80)), suggestion(path, names));
}

}  // namespace isochron
