// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/machine/elaborate/statistic_places.h>
#include <isochron/machine/run/metric.h>

namespace isochron {

/// Statistics of a place that are fractions of time or means over time, of which a machine has metrics without being
/// asked. Numbers of messages grow with the time.
std::vector<StatisticInfo> shown_statistics(const StatisticPlace& place);

/// Metrics over parts that are alike, those of an array or of a type: of each place that has a `utilisation` that and
/// what else it shows. They are those of all parts that the file names, whether they are there or not as its parameters
/// are.
std::vector<Metric> part_metrics(const std::vector<StatisticPlace>& places);

}  // namespace isochron
