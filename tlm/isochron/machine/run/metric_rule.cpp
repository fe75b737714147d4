// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/run/metric_rule.h>

#include <utility>

namespace isochron {

std::vector<Metric> metrics_of(const std::vector<MetricRule>& rules) {
  std::vector<Metric> metrics;
  for (const MetricRule& rule : rules)
    for (const StatisticInfo& statistic : rule.statistics) {
      Metric metric{statistic, Metric::Kind::spread, {}, !rule.where_reported};
      metric.info.name = rule.bare ? rule.metric : rule.metric + "." + statistic.name;
      for (const std::string& instance : rule.instances) metric.term.of.push_back(instance + "." + statistic.name);
      metrics.push_back(std::move(metric));
    }
  return metrics;
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
  for (const Metric& metric : metrics_of(rules)) info.metrics.push_back(metric.info);
  return info;
}

}  // namespace isochron
