// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/run/metric_rule.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include <isochron/observe/metric_spread.h>
#include <isochron/part/part_path.h>

namespace isochron {

namespace {

/// "node[2]" before "node[10]": sums of doubles depend on their order.
bool in_natural_order(const std::string& one, const std::string& other) {
  const auto digit = [](const std::string& text, std::size_t at) {
    return at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0;
  };
  const auto number = [&](const std::string& text, std::size_t& at) {
    std::size_t value = 0;
    for (; digit(text, at); ++at) value = value * 10 + static_cast<std::size_t>(text[at] - '0');
    return value;
  };
  for (std::size_t a = 0, b = 0; a < one.size() && b < other.size();) {
    if (digit(one, a) && digit(other, b)) {
      const std::size_t left = number(one, a), right = number(other, b);
      if (left != right) return left < right;
    } else if (one[a] != other[b]) {
      return one[a] < other[b];
    } else {
      ++a;
      ++b;
    }
  }
  return one.size() < other.size();
}

bool applies(const MetricRule& rule, const std::string& path) {
  const auto is_path = [&path](const std::string& pattern) { return matches_path(pattern, path); };
  return std::any_of(rule.instances.begin(), rule.instances.end(), is_path);
}

}  // namespace

void add_metrics(ReplicationRecord& record, const std::vector<MetricRule>& rules) {
  std::vector<std::string> paths;
  for (const auto& [path, statistics] : record.components) paths.push_back(path);
  std::sort(paths.begin(), paths.end(), in_natural_order);
  for (const MetricRule& rule : rules) {
    std::vector<std::string> statistics;
    for (const StatisticInfo& statistic : rule.statistics) statistics.push_back(statistic.name);
    MetricSpread spread(record, rule.metric, statistics);
    for (const std::string& path : paths)
      if (applies(rule, path)) spread.add(path);
    spread.store(rule.where_reported, rule.bare);
  }
}

std::vector<StatisticInfo> infos_of(const std::vector<MachineFigure>& figures) {
  std::vector<StatisticInfo> infos;
  infos.reserve(figures.size());
  for (const MachineFigure& figure : figures) infos.push_back(figure.info);
  return infos;
}

TypeInfo machine_info(std::string name, std::string summary, std::string source, const ParameterTable& parameters,
                      std::vector<StatisticInfo> metrics, const std::vector<MetricRule>& rules) {
  TypeInfo info;
  info.name = std::move(name);
  info.kind = "system";
  info.summary = std::move(summary);
  info.source = std::move(source);
  info.metrics = std::move(metrics);
  info.describe_parameters(parameters);
  for (const MetricRule& rule : rules)
    for (const StatisticInfo& statistic : rule.statistics)
      info.metrics.push_back(
          {rule.bare ? rule.metric : rule.metric + "." + statistic.name, statistic.unit, statistic.doc});
  return info;
}

}  // namespace isochron
