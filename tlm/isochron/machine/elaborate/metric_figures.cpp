// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/elaborate/metric_figures.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <isochron/part/part_path.h>

namespace isochron {

namespace {

/// Of values in order, the one that the part `at` of them does not exceed.
double quantile_of(std::vector<double> values, double at) {
  std::sort(values.begin(), values.end());
  const auto place = static_cast<std::size_t>(std::ceil(at * static_cast<double>(values.size())));
  return values[place == 0 ? 0 : place - 1];
}

/// The statistics that `pattern` names: at the longest path that a component has.
std::vector<double> values_at(const ReplicationRecord& record, const std::string& pattern) {
  std::vector<double> values;
  for (std::size_t dot = pattern.rfind('.'); dot != std::string::npos && dot > 0 && values.empty();
       dot = pattern.rfind('.', dot - 1)) {
    const std::string path = pattern.substr(0, dot), statistic = pattern.substr(dot + 1);
    for (const auto& [component, statistics] : record.components)
      if (matches_path(path, component))
        if (const auto found = statistics.find(statistic); found != statistics.end()) values.push_back(found->second);
  }
  return values;
}

double sum_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

}  // namespace

void add_metric_figures(const Netlist& netlist, ReplicationRecord& record) {
  for (const FlatMetric& metric : netlist.metrics) {
    const MetricDeclaration& declared = *metric.declaration;
    const std::vector<double> values = values_at(record, declared.of.text);
    double figure = 0;
    if (!values.empty()) switch (declared.kind) {
        case MetricDeclaration::Kind::sum:
          figure = sum_of(values);
          break;
        case MetricDeclaration::Kind::mean:
          figure = sum_of(values) / static_cast<double>(values.size());
          break;
        case MetricDeclaration::Kind::min:
          figure = *std::min_element(values.begin(), values.end());
          break;
        case MetricDeclaration::Kind::max:
          figure = *std::max_element(values.begin(), values.end());
          break;
        case MetricDeclaration::Kind::quantile:
          figure = quantile_of(values, metric.quantile);
          break;
        case MetricDeclaration::Kind::ratio: {
          const double below = sum_of(values_at(record, declared.divided_by->text));
          figure = below == 0 ? 0 : sum_of(values) / below;
          break;
        }
      }
    record.metrics[declared.name] = {metric.unit, figure, figure, figure};
  }
}

}  // namespace isochron
