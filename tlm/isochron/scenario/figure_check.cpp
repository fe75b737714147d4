// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/figure_check.h>

#include <algorithm>
#include <set>
#include <string>

#include <fmt/format.h>

#include <isochron/scenario/band_reader.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/metric_lookup.h>
#include <isochron/scenario/point_conditions.h>
#include <isochron/scenario/suggestion.h>

namespace isochron {

namespace {

/// What results have of a metric.
const std::vector<std::string>& metric_fields() {
  static const std::vector<std::string> fields{"mean", "min", "max", "half_width", "p50", "p90", "p95", "p99", "p999"};
  return fields;
}

[[noreturn]] void fail(const Expectation& expectation, const std::string& remedy) {
  throw InputError(expectation.metric_position,
                   fmt::format("the result has no figure `{}`", expectation.metric.substr(0, 80)), remedy);
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

void require_unit(const Expectation& expectation, const std::string& unit) {
  if (expectation.equals) limit_in(*expectation.equals, unit);
  for (const std::optional<Limit>& limit : {expectation.band.low, expectation.band.high, expectation.band.absolute})
    if (limit) limit_in(*limit, unit);
}

void require_field(const Expectation& expectation, const StatisticInfo& metric, std::uint64_t replications) {
  if (expectation.metric != metric.name) {
    const std::string field = expectation.metric.substr(metric.name.size() + 1);
    const std::vector<std::string>& fields = metric_fields();
    if (std::find(fields.begin(), fields.end(), field) == fields.end())
      fail(expectation, fmt::format("`{}` has: {}", metric.name, fmt::join(fields, ", ")));
    if (field == "half_width" && replications == 1) fail(expectation, "Take two replications or more");
  }
  require_unit(expectation, metric.unit);
}

/// The names of statistics that any part may have, this machine as a whole among them.
std::set<std::string> statistic_names(const MachineType& type) {
  std::set<std::string> names;
  for (const auto& [name, part] : type_registry())
    for (const StatisticInfo& statistic : part.statistics) names.insert(statistic.name);
  for (const StatisticInfo& statistic : type.info.statistics) names.insert(statistic.name);
  // Of the ports within a switch, a bridge or a bus, which are no parts of their own.
  names.insert({"queue_depth", "utilisation", "wait_link", "wait_buffer"});
  return names;
}

/// `path` begins with a part of the machine, or with what holds some: node[0].
void require_part(const Expectation& expectation, const Topology& topology) {
  const std::string& path = expectation.metric;
  const std::string first = path.substr(0, path.find('.')) + ".";
  std::vector<std::string> names;
  for (const Topology::Part& part : topology.parts) {
    if ((part.name + ".").rfind(first, 0) == 0 || first.rfind(part.name, 0) == 0) return;
    names.push_back(part.name);
  }
  fail(expectation, suggestion(path.substr(0, path.rfind('.')), names));
}

void require_component(const Expectation& expectation, const std::vector<ScenarioPoint>& points,
                       const MachineType& type) {
  const std::string& path = expectation.metric;
  const std::set<std::string> names = statistic_names(type);
  const bool known = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    return path.size() > name.size() + 1 &&
           path.compare(path.size() - name.size() - 1, std::string::npos, "." + name) == 0;
  });
  if (!known)
    fail(expectation,
         suggestion(path.substr(path.rfind('.') + 1), std::vector<std::string>(names.begin(), names.end())));
  for (const ScenarioPoint& point : points)
    if (meets(point, expectation.at)) require_part(expectation, point.topology());
}

}  // namespace

void require_figure(const Expectation& expectation, const Scenario& scenario, const std::vector<ScenarioPoint>& points,
                    const MachineType& type) {
  if (type.info.metrics.empty()) return;
  const std::string& path = expectation.metric;
  if (path.find('[') != std::string::npos) return require_component(expectation, points, type);
  std::vector<std::string> names;
  if (path.rfind("performance.", 0) == 0) {
    for (const auto& [name, value] : performance_ratios({})) {
      static_cast<void>(value);
      names.push_back("performance." + name);
    }
    if (std::find(names.begin(), names.end(), path) == names.end()) fail(expectation, suggestion(path, names));
    return require_unit(expectation, "1");
  }
  if (const StatisticInfo* metric = metric_of(path, type))
    return require_field(expectation, *metric, scenario.measure.replications);
  for (const StatisticInfo& metric : type.info.metrics) names.push_back(metric.name);
  throw InputError(expectation.metric_position, fmt::format("unknown metric `{}`", path.substr(0, 80)),
                   suggestion(path, names));
}

}  // namespace isochron
