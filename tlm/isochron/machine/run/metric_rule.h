// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/machine/run/metric.h>
#include <isochron/observe/parameter_table.h>
#include <isochron/observe/type_registry.h>

namespace isochron {

/// A figure of a machine as a whole.
struct MachineFigure {
  StatisticInfo info;
  double value = 0;
};

/// Metrics of a machine that are spreads over the instances of a kind of part: METRIC.STATISTIC of each, or METRIC
/// itself of a rule with one statistic.
struct MetricRule {
  std::string metric;                     ///< "raid_pci"
  std::vector<std::string> instances;     ///< their paths, * for an index: "node[*].raid_pci[*]"
  std::vector<StatisticInfo> statistics;  ///< their names at the instances, and what they are as figures
  bool where_reported = false;            ///< left out where no instance reports them; else 0 over none
  bool bare = false;                      ///< the figure of the only statistic is METRIC itself
};

std::vector<Metric> metrics_of(const std::vector<MetricRule>& rules);
/// What `figures` are, without their values.
std::vector<StatisticInfo> infos_of(const std::vector<MachineFigure>& figures);
/// A machine of the library: `metrics` are its own figures, to which the rules' are added.
TypeInfo machine_info(std::string name, std::string summary, std::string source, const ParameterTable& parameters,
                      std::vector<StatisticInfo> metrics, const std::vector<MetricRule>& rules);

}  // namespace isochron
